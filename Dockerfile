# syntax=docker/dockerfile:1

# docker build -t slugline .                     with the embedded Postgres, for one container and one volume
# docker build -t slugline --target external .   without it, for a Postgres of your own
# Both are built for amd64 and arm64 from the same steps. docs/install.md says how to run them.

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
# Names the commit in the health check: --build-arg SLUGLINE_COMMIT=$(git rev-parse --short=12 HEAD)
ARG SLUGLINE_COMMIT
# Whose releases UPDATE_CHECK=on asks for, as owner/name on GitHub.
ARG SLUGLINE_REPOSITORY
RUN npm run package -- /app && npm run package -- /app-external --external
# The symbols of the debugger take 18 MB.
RUN apt-get update && apt-get install -y --no-install-recommends binutils && rm -rf /var/lib/apt/lists/* \
  && strip -s -o /node /usr/local/bin/node

FROM alpine:3.22 AS external
RUN apk add --no-cache libstdc++ \
  && addgroup -g 10001 slugline && adduser -D -H -u 10001 -G slugline slugline \
  && install -d -o slugline -g slugline /data /backups
COPY --from=node:24-alpine3.22 /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app-external /app
RUN ln -s /app/slugline /usr/local/bin/slugline
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 DATA_DIR=/data PORT=3000
LABEL org.opencontainers.image.title="Slugline" org.opencontainers.image.licenses="MIT" org.opencontainers.image.description="Short links that an owner can host alone and trust."
USER 10001:10001
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/readyz?for=visitors`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server.js"]

FROM debian:bookworm-slim AS embedded
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 libstdc++6 && rm -rf /var/lib/apt/lists/* \
  && groupadd -g 10001 slugline && useradd -M -u 10001 -g slugline -s /usr/sbin/nologin slugline \
  && install -d -o slugline -g slugline /data /backups
COPY --from=build /node /usr/local/bin/node
COPY --from=build /app /app
RUN ln -s /app/slugline /usr/local/bin/slugline
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 DATA_DIR=/data PORT=3000
LABEL org.opencontainers.image.title="Slugline" org.opencontainers.image.licenses="MIT" org.opencontainers.image.description="Short links that an owner can host alone and trust."
USER 10001:10001
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/readyz?for=visitors`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server.js"]
