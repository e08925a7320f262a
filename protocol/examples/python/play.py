#!/usr/bin/env python3
"""Plays a whole match on a Sarja server: a client that lives on snapshots, as PROTOCOL.md begins with.

    python3 play.py --url ws://localhost:8080/ws --create --players 2
    python3 play.py --url ws://localhost:8080/ws --room ABCD2345

It needs Python 3.9 and one library: pip install websockets
"""
import argparse, itertools, json, random, sys, time, uuid

try:
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.client import connect
except ImportError:
    sys.exit("This example needs the library `websockets`: pip install websockets")


class Refused(SystemExit):
    """The server refused a command and said why; where nobody catches it the program ends with that."""


class Session:
    """One player's way to the server, kept across lost connections."""

    def __init__(self, url):
        self.url, self.token, self.room = url, None, None
        self.open()

    def open(self):
        self.socket = connect(self.url, compression=None).__enter__()  # It outlives this method: no `with`.
        hello = {"type": "hello", "protocol": {"min": 1, "max": 1}, "kind": "bot"}
        self.socket.send(json.dumps(hello | ({"token": self.token} if self.token else {})))
        welcome = json.loads(self.socket.recv())
        if welcome["type"] != "welcome":
            raise Refused(welcome["message"])
        self.token = welcome.get("token", self.token)

    def reopen(self):
        """Comes back into the room, where the seat was kept; a player who was taken over stays away."""
        if (self.socket.close_code or 0) >= 4050:
            sys.exit(f"The server closed the connection: {self.socket.close_reason}")
        for wait in (0.5, 1, 2, 4, 8, 10, 10, 10):
            time.sleep(wait * random.uniform(0.5, 1))
            try:
                self.open()
                return self.room and self.command("join_room", **self.room)
            except (OSError, ConnectionClosed):
                pass
        sys.exit("The server does not come back.")

    def command(self, kind, **fields):
        """Sends a command until it is answered, always under one id, so that it is done once."""
        message = {"type": kind, "command_id": str(uuid.uuid4()), **fields}
        while True:
            try:
                self.socket.send(json.dumps(message))
                while (answer := json.loads(self.socket.recv())).get("command_id") != message["command_id"]:
                    pass
            except ConnectionClosed:
                self.reopen()
                continue
            if answer["type"] != "error":
                return answer
            if "retry_after_ms" not in answer:
                raise Refused(" ".join([answer["message"], *(reason["text"] for reason in answer.get("reasons", []))]))
            time.sleep(answer["retry_after_ms"] / 1000)

    def wait(self):
        """Returns when something has happened in the room."""
        try:
            while json.loads(self.socket.recv())["type"] not in ("event", "snapshot"):
                pass
        except ConnectionClosed:
            self.reopen()


def sets_of(rack):
    """Sets that can be laid from a rack, the dearest first, each tile in one of them; jokers stay on the rack."""
    left, laid = [t for t in rack if t != "J"], []
    while True:
        faces = set(left)
        runs = [[f"{t[0]}{int(t[1:]) + i}" for i in range(n)] for t in faces for n in range(3, 14)]
        groups = [[f"{c}{n}" for c in colours] for n in range(1, 14) for k in (3, 4)
                  for colours in itertools.combinations("RBKO", k)]
        found = [tiles for tiles in runs + groups if faces.issuperset(tiles)]
        if not found:
            return laid
        laid.append(max(found, key=lambda tiles: sum(int(t[1:]) for t in tiles)))
        for tile in laid[-1]:
            left.remove(tile)


def table_after(room):
    """The whole table with what the rack can lay, or None: this player rearranges nothing and adds to no set."""
    round_, opening = room["round"], room["settings"]["rules"]["opening"]["min_points"]
    laid = sets_of(round_["rack"])
    if not laid or not round_["seats"][room["you"]["seat"]]["opened"] and sum(int(t[1:]) for t in sum(laid, [])) < opening:
        return None
    return [{"id": s["id"], "kind": s["kind"], "tiles": s["tiles"]} for s in round_["table"]] + [{"tiles": t} for t in laid]


def act(session, room):
    """Does what is to be done now, or waits."""
    seats, own, phase = room["seats"], room["you"].get("seat"), room["phase"]
    if own is None:
        sys.exit("There is no free seat in this room.")
    if not seats[own]["ready"] and (phase == "lobby" or "next_round_ms" in room):
        session.command("set_ready", ready=True)
    elif phase == "lobby" and room["host"] == room["you"]["player_id"] and all(s["ready"] for s in seats):
        session.command("start_match")
    elif phase == "playing" and room["round"]["turn"]["seat"] == own and "pause" not in room:
        turn, table = room["round"]["turn"]["turn"], table_after(room)
        try:
            if table:
                return session.command("play", turn=turn, table=table)
        except Refused as refused:
            print(refused)
        session.command("draw" if room["round"]["pool"] else "pass", turn=turn)
    else:
        session.wait()


def main():
    options = argparse.ArgumentParser(description="Plays a match on a Sarja server.")
    options.add_argument("--url", required=True, help="ws://HOST:PORT/ws")
    options.add_argument("--room", metavar="CODE", help="the room to play in")
    options.add_argument("--create", action="store_true", help="make a room and print its code")
    options.add_argument("--name", default="Python")
    options.add_argument("--players", type=int, default=2, help="seats of the room that is made")
    args = options.parse_args()

    session = Session(args.url)
    if args.create or not args.room:
        joined = session.command("create_room", name=args.name, settings={"seats": args.players})
        print(joined["code"], flush=True)
    else:
        joined = session.command("join_room", code=args.room, name=args.name)
    session.room = {"code": joined["code"], "name": args.name}
    while (room := session.command("get_state")["room"])["phase"] not in ("match_over", "closed"):
        try:
            act(session, room)
        except Refused as refused:  # The room has moved on meanwhile: look again.
            print(refused)
    for place, seats in enumerate(room["match"].get("ranking", []), 1):
        print(f"{place}.", ", ".join(f"{room['seats'][s]['name']} {room['match']['totals'][s]:+}" for s in seats))


if __name__ == "__main__":
    main()
