# syntax=docker/dockerfile:1.7
#
# The server in a small image: one program, no shell, not root. Everything that is kept lies in /data, unless the
# database is a PostgreSQL.
#
#     docker build --tag sarja .
#     docker run --publish 127.0.0.1:8080:8080 --volume sarja-data:/data sarja

# The version of Rust that Cargo.toml names, on the Debian whose libraries the image below has.
FROM rust:1.95-bookworm AS build
WORKDIR /src
COPY . .
# The caches outlive a build, so the program has to leave them within the same step.
RUN --mount=type=cache,target=/usr/local/cargo/registry,sharing=locked \
    --mount=type=cache,target=/src/target,sharing=locked \
    cargo build --release --locked --package sarja-cli --bin sarja \
    && install -D --strip target/release/sarja /image/usr/local/bin/sarja \
    && mkdir /image/data

# The C library, and certificates for a PostgreSQL that is reached over TLS.
FROM gcr.io/distroless/cc-debian12
LABEL org.opencontainers.image.title="Sarja" \
      org.opencontainers.image.description="A game server for Rummikub" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /image/usr/local/bin/sarja /usr/local/bin/sarja
# A new volume takes over owner and mode of the folder that it covers.
COPY --from=build --chown=10001:10001 --chmod=0700 /image/data /data
ENV SARJA_LISTEN=0.0.0.0:8080 \
    SARJA_DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
# Well is who can take players. The first start may have to bring a large database up to date.
HEALTHCHECK --interval=15s --timeout=10s --start-period=2m --retries=3 CMD ["/usr/local/bin/sarja", "health"]
ENTRYPOINT ["/usr/local/bin/sarja"]
CMD ["serve"]
