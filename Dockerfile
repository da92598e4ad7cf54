# The whole store as one image, for amd64 and arm64: docker buildx build --platform linux/amd64,linux/arm64 .
# `npm run prove -- --row R18` runs these steps in empty folders made from Debian's packages.

FROM node:24-bookworm-slim AS build
# The pinned Node needs libatomic on arm64.
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends libatomic1
WORKDIR /app
COPY . .
# Node 24 only starts npm. The store runs on the Node that the lockfile pins.
RUN npm ci --omit=dev --include=optional --no-audit --no-fund --loglevel=error
RUN cp node_modules/node-linux-*/bin/node /usr/local/bin/pinned-node && rm -r node_modules/node-linux-*
RUN pinned-node --input-type=module --eval "import { buildWebWhenStale } from '/app/scripts/build-web.ts'; await buildWebWhenStale()"

FROM debian:bookworm-slim
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends libatomic1 && rm -r /var/lib/apt/lists/*
# /backups is for deploy/compose, whose volume takes over the owner.
RUN mkdir -m 700 /data /backups && chown 10001:10001 /data /backups
COPY --from=build /usr/local/bin/pinned-node /usr/local/bin/node
COPY --from=build /app /app
WORKDIR /app
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
ENV NODE_ENV=production NODE_COMPILE_CACHE=/tmp/compiled MALLOC_ARENA_MAX=2
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/store/src/main.ts"]
