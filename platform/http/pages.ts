import type { FastifyInstance } from 'fastify'
import { withHead } from './with-head.ts'
import { renderPage, type FramedPage, type MovedPage, type Page } from '../pages/index.ts'

/** Serves each page at its address, under a policy that allows its own script and style and only this server. */
export const servePages = (server: FastifyInstance, pages: readonly (Page | MovedPage | FramedPage)[]): void => {
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
