import type { FastifyInstance } from 'fastify'
import { version } from '../configuration/version.ts'
import { refuse } from '../refusal/refuse.ts'
import type { Metrics } from '../telemetry/index.ts'
import { withHead } from './with-head.ts'

/** Health for every caller; measurements for callers that show the token, and none without a configured token. */
export const serveProbes = (
  server: FastifyInstance,
  notReady: () => Promise<string | undefined>,
  storageAnswers: () => Promise<boolean>,
  metrics: Metrics | undefined,
): void => {
  server.get('/healthz', withHead, async () => ({ status: 'ok', version }))
  server.get('/readyz', withHead, async (_request, reply) => {
    const [reason, isAnswering] = await Promise.all([notReady(), storageAnswers()])
    // Reads of what is cached go on without the store, so that it is named and takes no traffic away.
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
