# bin/image builds it. docs/deploy.md says what a container needs for its sandboxes.
FROM node:24-bookworm-slim AS base
RUN apt-get update \
  && apt-get install --yes --no-install-recommends bubblewrap ca-certificates git python3 tini \
  && rm -rf /var/lib/apt/lists/*

# What was removed from a layer still counts, so that sources and tools of the build stay in a stage of their own.
FROM base AS build
COPY . /usr/src/atelier
RUN /usr/src/atelier/deploy/install.sh /opt/atelier

FROM base
COPY --from=build /opt/atelier /opt/atelier
RUN ln -s /opt/atelier/bin/atelier /usr/local/bin/atelier \
  && useradd --system --user-group --uid 10001 --create-home --shell /usr/sbin/nologin atelier \
  && install --directory --owner=atelier --group=atelier --mode=0700 /var/lib/atelier
USER atelier
WORKDIR /var/lib/atelier
ENV ATELIER_DATA=/var/lib/atelier ATELIER_HOST=0.0.0.0
VOLUME /var/lib/atelier
EXPOSE 4310
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.ATELIER_PORT ?? 4310) + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# tini takes leave of processes whose parents have gone.
ENTRYPOINT ["tini", "--", "/opt/atelier/bin/start"]
