import type { FastifyInstance } from 'fastify'
import { renderPage, type MovedPage, type Page } from '../pages/index.ts'

/** Serves each page at its address, under a policy that allows its own script and style and this server alone. */
export const servePages = (server: FastifyInstance, pages: readonly (Page | MovedPage)[]): void => {
  for (const page of pages) {
    server.get(page.path, (request, reply) => {
      // Browsers keep what stands behind `#`, which is never sent.
      if ('to' in page) return reply.redirect(page.to + request.url.slice(page.path.length))
      const { document, policy } = renderPage(page.content())
      void reply.header('content-security-policy', policy)
      return reply.type('text/html; charset=utf-8').serializer(String).send(document)
    })
  }
}
