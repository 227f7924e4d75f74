import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { bringsSession } from '../access/index.ts'
import { openPreloads } from './preloads.ts'

/**
 * A built application of one page: its `index.html`, files with their hash in their name in `assets`, and where it has
 * one, `addresses.json`: what a browser reads at once for each address, and what it shows of it before its scripts have run.
 */
export interface WebApp {
  /** Where it is served: `/console`. */
  readonly path: `/${string}`
  readonly folder: string
}

const policyFor = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    ...["base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"],
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')

/**
 * Serves an application under its path: assets for a year, compressed where they are so beside themselves, and its page
 * at every other address below, with a nonce of its own for each answer, what that address needs, and its frame for a
 * browser that brings a session. A folder that is not built answers 503.
 */
export const serveWebApp = (server: FastifyInstance, { path, folder }: WebApp): void => {
  const root = join(folder, 'assets')
  if (existsSync(root)) serveAssets(server, root, path)
  const read = async (name: string) => readFile(join(folder, name), 'utf8').catch(() => undefined)
  const preloadsFor = openPreloads()
  for (const address of [path, `${path}/*`]) {
    server.get(address, async (request, reply) => {
      const [page, preloads] = await Promise.all([read('index.html'), read('addresses.json')])
      if (page === undefined) {
        const text = 'The console is not built. Run bin/setup where the program lies, then load this page again.\n'
        return reply.code(503).type('text/plain; charset=utf-8').serializer(String).send(text)
      }
      const nonce = randomBytes(16).toString('base64')
      void reply.header('content-security-policy', policyFor(nonce))
      const below = new URL(request.url, 'http://any').pathname.slice(path.length)
      const { links, frame } = preloadsFor(preloads, below)
      const written = page
        .replaceAll('__NONCE__', nonce)
        .replace('</head>', () => `${links}</head>`)
        .replace('<div id="root">', (element) => element + (bringsSession(request.headers.cookie) ? frame : ''))
      return reply.type('text/html; charset=utf-8').serializer(String).send(written)
    })
  }
}

const serveAssets = (server: FastifyInstance, root: string, path: string) =>
  void server.register(fastifyStatic, {
    root,
    prefix: `${path}/assets/`,
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    cacheControl: true,
    index: false,
    setHeaders: (reply) => {
      // Without it a proxy could give compressed bytes to who cannot read them.
      reply.header('vary', 'accept-encoding')
      reply.header('cross-origin-resource-policy', 'same-origin')
    },
  })
