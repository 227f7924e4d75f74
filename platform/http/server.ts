import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { ResourceKinds } from '../access/index.ts'
import { version } from '../configuration/version.ts'
import type { Vocabulary } from '../contract/vocabulary.ts'
import type { Handler } from '../handler/handler.ts'
import { reachable } from '../handler/own-api.ts'
import type { AdmissionParts } from './access/admit.ts'
import { parseBodies } from './requests/bodies.ts'
import { compressReads } from './replies/compress.ts'
import { type FramedPage, type MovedPage, type Page, renderPage } from '../pages/page.ts'
import { serveDocs } from './replies/docs.ts'
import { answerErrors } from './replies/errors.ts'
import type { InFlightLimits } from './requests/in-flight.ts'
import { noLimits, openLimits, type Rates } from './requests/limits.ts'
import type { Observers } from './observe.ts'
import { ownOrigin } from './access/origin.ts'
import { openRefusals } from './replies/refusals.ts'
import { identifyRequests } from './requests/request.ts'
import { routeOperation } from './operations/route.ts'
import { compileSchemas } from './requests/schemas.ts'
import { listenerWith, type Sites } from './access/sites.ts'
import { openSockets, type SocketRoute } from './streams/sockets.ts'
import { openStreams } from './streams/streams.ts'
import { serveWebApp, type WebApp, withHead } from './replies/web-app.ts'
import { refuse } from '../refusal/refusal.ts'
import type { Metrics } from '../telemetry/index.ts'

/** All that a server serves, and the parts that it serves it with. */
export interface ServerParts extends AdmissionParts, Observers {
  readonly resources: ResourceKinds
  readonly handlers: readonly Handler[]
  /** Operations of other protocols, which are in no document of the API; by default none. */
  readonly protocols?: readonly Handler[]
  /** Pages for people; by default none. */
  readonly pages?: readonly (Page | MovedPage | FramedPage)[]
  /** Built applications for browsers; by default none. */
  readonly webApps?: readonly WebApp[]
  readonly logger: FastifyBaseLogger
  /** Other sites on the same listener, distinguished by their host; by default none. */
  readonly sites?: Sites | undefined
  /** Connections in both directions; by default none. */
  readonly sockets?: readonly SocketRoute[]
  /** Texts of the API reference beside the contracts. */
  readonly vocabulary?: Vocabulary
  /** Whether a probe should send traffic here: `undefined` when ready, else the reason. */
  readonly notReady: () => Promise<string | undefined>
  /** Whether the object store answers. */
  readonly storageAnswers: () => Promise<boolean>
  /** How many requests a minute are taken; by default all. */
  readonly rates?: Rates
  /** Networks of the proxies whose X-Forwarded-For is believed; by default none. */
  readonly trustedProxies?: readonly string[]
  /** After this long without a frame a stream sends a sign of life; by default 30 s. */
  readonly keepaliveMs?: number
  /** A sender that is silent for so long in the middle of a body loses its connection; by default 120 s. */
  readonly bodyIdleMs?: number
  /** Bytes of large bodies that are held at a time; by default 256 MiB, and 72 MiB for a credential. */
  readonly inFlight?: InFlightLimits
  /** How long headers may take to arrive; by default 60 s. */
  readonly headersMs?: number
}

const headersMostBytes = 16_384
// After so long without traffic from a load balancer, a request may try the disk again.
const diskFullMs = 15_000

/** Builds the HTTP server from the handlers: every route, check and document follows from their declarations. */
export const buildServer = (parts: ServerParts): FastifyInstance => {
  const { headersMs = 60_000, rates = noLimits, protocols = [] } = parts
  const served = [...parts.handlers, ...protocols]
  const sockets = openSockets(parts.sockets ?? [], parts)
  const server = Fastify({
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: parts.trustedProxies?.length ? [...parts.trustedProxies] : false,
    bodyLimit: 2 ** 20,
    exposeHeadRoutes: false,
    // An address that is too long still has its route, so that its refusal has the declared form.
    routerOptions: { maxParamLength: headersMostBytes },
    // People write the address of a tool server with a slash at its end.
    rewriteUrl: ({ url = '/' }) => url.replace(/^\/mcp\/(?=$|\?)/, '/mcp'),
    // A missing Host is refused by a hook, in the shape of every error.
    http: {
      maxHeaderSize: headersMostBytes,
      requireHostHeader: false,
      headersTimeout: headersMs,
      connectionsCheckingInterval: Math.min(headersMs, 10_000),
    },
    forceCloseConnections: true,
    ...((parts.sites ?? parts.sockets) && { serverFactory: listenerWith(parts.sites, sockets) }),
    clientErrorHandler: answerErrors.malformed,
    frameworkErrors: answerErrors.undecodable(served.map(({ operation }) => operation)),
  })
  const streams = openStreams(parts, parts.keepaliveMs)
  server.addHook('onClose', () => streams.close())
  server.addHook('preClose', async () => parts.sites?.close())
  server.addHook('preClose', async () => sockets.close())
  identifyRequests(server, parts)
  parseBodies(server, { idleMs: parts.bodyIdleMs, inFlight: parts.inFlight })
  compileSchemas(server)
  compressReads(server)
  const refusals = openRefusals(parts)
  server.addHook('onClose', async () => refusals.close())
  // A request met a full disk lately: its own, its quota's, or the database's.
  let diskFullUntilMs = 0
  answerErrors(server, {
    refusals,
    onDiskFull: () => (diskFullUntilMs = performance.now() + diskFullMs),
    originOf: (host) => ownOrigin(host, parts, () => reachable(server.listeningOrigin)),
  })
  const limits = openLimits(rates)
  for (const handler of served) routeOperation(server, handler, { ...parts, streams, limits })
  servePages(server, parts.pages ?? [])
  for (const app of parts.webApps ?? []) serveWebApp(server, app)
  serveDocs(
    server,
    parts.handlers.map(({ operation }) => operation),
    () => ({
      version,
      serverUrl: parts.publicOrigin ?? reachable(server.listeningOrigin),
      vocabulary: parts.vocabulary,
    }),
  )
  parts.metrics?.watch({ streamsOpen: () => streams.count() })
  const notReady = async () => (performance.now() < diskFullUntilMs ? 'A disk is full or read-only.' : parts.notReady())
  serveProbes(server, notReady, parts.storageAnswers, parts.metrics)
  return server
}

/** Health for every caller; measurements for callers that show the token, and none without a configured token. */
const serveProbes = (
  server: FastifyInstance,
  notReady: () => Promise<string | undefined>,
  storageAnswers: () => Promise<boolean>,
  metrics: Metrics | undefined,
): void => {
  server.get('/healthz', withHead, async () => ({ status: 'ok', version }))
  server.get('/readyz', withHead, async (_request, reply) => {
    const [reason, isAnswering] = await Promise.all([notReady(), storageAnswers()])
    // Reads of cached objects continue without the store, so that it is named and takes no traffic away.
    const storage = isAnswering ? 'available' : 'unavailable'
    return reason ? reply.status(503).send({ status: 'not ready', reason, storage }) : { status: 'ready', storage }
  })
  if (!metrics) return
  server.get('/metrics', async (request, reply) => {
    const [, token] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? []
    if (!token || !metrics.isToken(token)) return refuse('unauthenticated')
    const { contentType, body } = await metrics.text()
    return reply.type(contentType).send(body)
  })
}

/** Serves each page at its address, under a policy that allows its own script and style and only this server. */
const servePages = (server: FastifyInstance, pages: readonly (Page | MovedPage | FramedPage)[]): void => {
  for (const page of pages) {
    if ('framed' in page) {
      serveFramed(server, page)
      continue
    }
    server.get(page.path, withHead, (request, reply) => {
      // Browsers keep the part behind `#`, which is never sent.
      if ('to' in page) return reply.redirect(page.to + request.url.slice(page.path.length))
      const { document, policy } = renderPage(page.content())
      void reply.header('content-security-policy', policy)
      return reply.type('text/html; charset=utf-8').serializer(String).send(document)
    })
  }
}

const serveFramed = (server: FastifyInstance, { path, framed }: FramedPage) =>
  server.get(path, withHead, (request, reply) => {
    const page = framed(request.params as Record<string, string>, request.headers['accept-language'])
    if (!page) {
      reply.callNotFound()
      return reply
    }
    void reply.header('content-security-policy', page.policy)
    // A page with an embedder policy can frame this page too.
    void reply.header('cross-origin-embedder-policy', 'require-corp')
    void reply.header('cross-origin-resource-policy', 'cross-origin')
    void reply.header('vary', 'accept-language')
    return reply.type('text/html; charset=utf-8').serializer(String).send(page.document)
  })
