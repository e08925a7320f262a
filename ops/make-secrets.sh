#!/bin/sh
# Makes the secrets that docker-compose.yml names, in the folder secrets/ of the current one: sh ops/make-secrets.sh
#
# What is there already is left alone: PostgreSQL takes its password once, when it makes its database.
set -eu

folder=secrets
umask 022
mkdir -p "$folder"
# The folder is its owner's alone. The files in it are readable, since the programs that read them in their containers
# are other users.
chmod 700 "$folder"

# A random text of 48 letters and digits.
random() {
    od -An -N24 -tx1 /dev/urandom | tr -d ' \n'
}

# Writes standard input into a new file, whole or not at all.
write() {
    cat >"$folder/$1.new"
    mv "$folder/$1.new" "$folder/$1"
    echo "made $folder/$1"
}

if [ ! -e "$folder/postgres_password" ]; then
    random | write postgres_password
    rm -f "$folder/database_url"
fi
if [ ! -e "$folder/database_url" ]; then
    printf 'postgres://sarja:%s@postgres/sarja' "$(cat "$folder/postgres_password")" | write database_url
fi
if [ ! -e "$folder/creation_secret" ]; then
    random | write creation_secret
fi
