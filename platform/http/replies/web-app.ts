import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyStaticOptions } from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'

/** A built single-page application: its `index.html`, and files with a hash in their name in `assets`. */
export interface WebApp {
  /** Where it is served: `/console`. */
  readonly path: `/${string}`
  readonly folder: string
  /** Its parts with a page of their own: the paths that have `portal.html`, by `portal`. */
  readonly parts?: Readonly<Record<string, Iterable<`/${string}`>>>
  /** The address to which a request for `index.html` is led; undefined if it gets the page. */
  readonly insteadOf?: (request: Pick<FastifyRequest, 'url' | 'headers'>) => string | undefined
}

const policyFor = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')

/**
 * Serves an application under its path: assets for a year, compressed if a compressed copy is beside them, and its page
 * at every other address below, with a new nonce for each answer. A folder that is not built answers 503.
 */
export const serveWebApp = (server: FastifyInstance, { path, folder, parts = {}, insteadOf }: WebApp): void => {
  const root = join(folder, 'assets')
  if (existsSync(root)) serveAssets(server, root, path)
  servePage(server, path, join(folder, 'index.html'), insteadOf)
  for (const [page, paths] of Object.entries(parts))
    for (const part of paths) servePage(server, `${path}${part}`, join(folder, `${page}.html`))
}

const servePage = (server: FastifyInstance, path: string, file: string, insteadOf?: WebApp['insteadOf']) => {
  for (const address of [path, `${path}/*`]) {
    server.get(address, withHead, async (request, reply) => {
      const other = insteadOf?.(request)
      if (other !== undefined) return reply.redirect(other)
      const page = await readFile(file, 'utf8').catch(() => undefined)
      if (page === undefined) {
        const text = 'The console is not built. Run bin/setup where the program lies, then load this page again.\n'
        return reply.code(503).type('text/plain; charset=utf-8').serializer(String).send(text)
      }
      const nonce = randomBytes(16).toString('base64')
      void reply.header('content-security-policy', policyFor(nonce))
      return reply.type('text/html; charset=utf-8').serializer(String).send(page.replaceAll('__NONCE__', nonce))
    })
  }
}

const serveAssets = (server: FastifyInstance, root: string, path: string) =>
  void server.register(async (assets) => {
    // An address that the library refuses leads to no file.
    assets.setErrorHandler<FastifyError>((error, _request, reply) => {
      if (error.statusCode === undefined || error.statusCode >= 500) throw error
      reply.callNotFound()
    })
    await assets.register(fastifyStatic, { ...assetOptions, root, prefix: `${path}/assets/` })
  })

const assetOptions: Omit<FastifyStaticOptions, 'root'> = {
  decorateReply: false,
  preCompressed: true,
  immutable: true,
  maxAge: '365d',
  cacheControl: true,
  index: false,
  setHeaders: (reply) => {
    // Without it a proxy could give compressed bytes to clients that cannot read them.
    reply.header('vary', 'accept-encoding')
    reply.header('cross-origin-resource-policy', 'same-origin')
  },
}

/** A route that monitors and link checkers ask with HEAD as well; the answer is that of GET without its body. */
export const withHead = { exposeHeadRoute: true } as const
