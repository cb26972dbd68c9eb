# The emulator as an image: docker build --tag gamify .
# A project is mounted at /game, and what the game keeps lies in /data.

FROM node:26.10.0-trixie-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY tools tools
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/build.mjs

# What the bundle does not hold: sharp, with the libraries of this system.
FROM node:26.10.0-trixie-slim AS dependencies
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY tools tools
RUN npm ci --omit=dev --ignore-scripts

FROM node:26.10.0-trixie-slim
WORKDIR /opt/gamify
COPY package.json LICENSE ./
COPY bin bin
COPY templates templates
COPY --from=build /src/schemas schemas
COPY --from=build /src/dist dist
COPY --from=dependencies /src/node_modules node_modules
RUN ln -s /opt/gamify/bin/gamify.js /usr/local/bin/gamify \
  && install --directory --owner=node --group=node /game /data

USER node
WORKDIR /game
# The address is for those that look from inside, as the health check does.
ENV NODE_ENV=production PORT=4040 GAMIFY_DATA=/data GAMIFY_URL=http://127.0.0.1:4040
EXPOSE 4040
VOLUME /data

HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["gamify", "time", "--quiet"]

# The program answers signals as the first process too: docker stop ends it in order.
STOPSIGNAL SIGTERM
ENTRYPOINT ["gamify"]
CMD ["serve", "--host", "0.0.0.0"]
