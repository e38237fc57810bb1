# Cellar in a container: docker build -t cellar . && docker run -p 127.0.0.1:3000:3000 -v cellar:/data cellar
# The packages come from the npm registry, and PostgreSQL's client programs from Debian or from PostgreSQL's own archive. The sources
# run as they are (docs/decisions/0001).

FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json tsconfig.base.json ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/contract/package.json packages/contract/
COPY bench/package.json bench/
COPY e2e/package.json e2e/

FROM manifests AS page
RUN npm ci --ignore-scripts --no-audit --no-fund --workspace=@cellar/web --workspace=@cellar/contract
COPY packages packages
COPY apps/web apps/web
COPY scripts scripts
RUN node --input-type=module --eval "import('/app/scripts/build.mjs').then((b) => b.ensureBuilt(process.execPath))"

# None of the packages needs an install script: the native ones contain their binaries.
FROM manifests AS packages
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev --workspace=@cellar/server --workspace=@cellar/contract
# A third of it is not needed to run: source maps, types, SQLite's sources, and its binaries for other systems.
RUN find node_modules -type f -regex '.*\.\(map\|d\.[cm]?ts\)' -delete \
  && rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/src \
  && find node_modules/better-sqlite3/prebuilds -type f ! -name "linux-$(node -p process.arch).node" -delete \
  && chmod -R a+rX .

FROM node:24-bookworm-slim AS sources
WORKDIR /app
COPY apps/server apps/server
COPY packages packages
COPY demo demo
COPY scripts scripts
COPY --from=page /app/apps/web/dist apps/web/dist
RUN chmod -R a+rX .

FROM node:24-bookworm-slim
WORKDIR /app
# A library on PostgreSQL is backed up and restored by pg_dump and pg_restore in the version of its server. What Debian does not have
# comes from apt.postgresql.org. This runs before HOST is set, which the script would take for the address of that archive.
ARG POSTGRES_CLIENT=18
RUN apt-get update \
  && if ! apt-cache show "postgresql-client-$POSTGRES_CLIENT" > /dev/null 2>&1; then \
    apt-get install -y --no-install-recommends ca-certificates postgresql-common \
    && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y; \
  fi \
  && apt-get install -y --no-install-recommends "postgresql-client-$POSTGRES_CLIENT" \
  && apt-get purge -y --auto-remove ca-certificates postgresql-common \
  && rm -rf /etc/apt/sources.list.d/pgdg.sources /var/lib/apt/lists/*
# Debian's wrappers in /usr/bin look for a server on the same machine, so PATH names the programs themselves.
# The server's options and environment are those of `npm start` (scripts/server-process.mjs explains them).
ENV NODE_ENV=production \
  UV_THREADPOOL_SIZE=16 \
  MALLOC_MMAP_THRESHOLD_=262144 \
  MALLOC_ARENA_MAX=2 \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data \
  PATH="/usr/lib/postgresql/$POSTGRES_CLIENT/bin:$PATH"
RUN install -d -o node -g node /data && ln -s /app/apps/server/bin/cellar.mjs /usr/local/bin/cellar
COPY --from=packages /app ./
COPY --from=sources /app ./
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=2", "--heap-growing-percent=30", "--optimize-for-size", "apps/server/src/start/main.ts"]
ARG VERSION=unknown
LABEL org.opencontainers.image.title="Cellar" \
  org.opencontainers.image.description="A private, members-only game library and download site" \
  org.opencontainers.image.licenses="NOASSERTION" \
  org.opencontainers.image.version="$VERSION"
