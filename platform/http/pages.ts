import type { FastifyInstance } from 'fastify'
import { renderPage, type Page } from '../pages/index.ts'

/** Serves each page at its address, under a policy that allows its own script and style and this server alone. */
export const servePages = (server: FastifyInstance, pages: readonly Page[]): void => {
  for (const { path, content } of pages) {
    server.get<{ Querystring: Record<string, unknown> }>(path, async ({ query, headers: { cookie } }, reply) => {
      const { document, policy } = renderPage(await content({ query, cookie }))
      void reply.header('content-security-policy', policy)
      return reply.type('text/html; charset=utf-8').serializer(String).send(document)
    })
  }
}
