# Parley as an image, for amd64 and arm64: "docker build -t parley ." and see docs/deployment.md.
# It installs the very package that "npm run package" makes.

# The package is the same for every platform, so it is made on the one that builds.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS package
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY bench/package.json bench/
COPY console/package.json console/
COPY contract/package.json contract/
COPY sample/package.json sample/
COPY sdk/package.json sdk/
COPY server/package.json server/
RUN npm ci
COPY . .
RUN npm run package

# The embedded engine is another one on every platform.
FROM node:24-bookworm-slim AS installed
WORKDIR /opt/parley
COPY --from=package /build/dist/parley-[0-9]*.tgz ./
RUN npm install --no-audit --no-fund ./parley-[0-9]*.tgz \
  && rm parley-[0-9]*.tgz \
  && node_modules/.bin/parley engine install

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Parley" \
  org.opencontainers.image.description="A self-hosted log of every exchange an application has with a language model" \
  org.opencontainers.image.licenses="Apache-2.0"
COPY --from=installed /opt/parley /opt/parley
# A new volume takes over whose folder it is mounted at.
RUN mkdir /data && chown 1000:1000 /data
ENV NODE_ENV=production \
  PATH=/opt/parley/node_modules/.bin:$PATH \
  PARLEY_HOST=0.0.0.0 \
  PARLEY_PORT=4780 \
  PARLEY_DATA=/data
# The user "node" of the base image. Nothing but /data and /tmp is written to: the root file system may be read-only.
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 4780
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PARLEY_PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["parley"]
CMD ["serve"]
