import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { refuse } from '../../refusal/refusal.ts'
import type { Operation } from '../../contract/operation.ts'
import { openApiDocument } from '../../contract/openapi.ts'
import { withHead } from './web-app.ts'

const documentPath = '/v1/api/openapi.json'
// The reference is one page with its script inside, all from this server. The sandbox takes it out of the origin of the
// console: its scripts read no cookie and no answer of the API but the OpenAPI document.
const contentPolicy =
  "sandbox allow-scripts; default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'"

/** Serves the OpenAPI document and, at /docs, the interactive reference, each made when it is first asked for. */
export const serveDocs = (
  server: FastifyInstance,
  operations: readonly Operation[],
  // Read at the first request: the port is known once the server listens.
  about: () => Parameters<typeof openApiDocument>[1],
): void => {
  let document: string | undefined
  server.get(documentPath, withHead, async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(operations, about()))
    // Everybody may read it, and pages of other origins too: the reference is one.
    void reply.header('access-control-allow-origin', '*')
    return reply.type('application/json; charset=utf-8').serializer(String).send(document)
  })

  let reference: Promise<FastifyInstance> | undefined
  const show = async (url: string, reply: FastifyReply) => {
    reference ??= openReference()
    const page = await (await reference).inject({ method: 'GET', url })
    if (page.statusCode === 404) return refuse('absent')
    for (const [name, value] of Object.entries(page.headers))
      if (value && !hopByHop.has(name)) void reply.header(name, value)
    void reply.header('content-security-policy', contentPolicy)
    return reply
      .status(page.statusCode)
      .serializer((body: unknown) => body as string)
      .send(isHtml(page.headers) ? page.payload.replace(/<head>/i, `$&${memoryStorage}`) : page.rawPayload)
  }
  server.get('/docs', withHead, (request, reply) => show(request.url, reply))
  server.get('/docs/*', withHead, (request, reply) => show(request.url, reply))
}

const isHtml = (headers: Readonly<Record<string, unknown>>) => String(headers['content-type']).startsWith('text/html')

// A page in a sandbox has no storage of the browser, and the reference does not start without one.
const memoryStorage = `<script>
for (const name of ['localStorage', 'sessionStorage']) {
  const items = new Map()
  const storage = {
    getItem: (key) => items.get(String(key)) ?? null,
    setItem: (key, value) => void items.set(String(key), String(value)),
    removeItem: (key) => void items.delete(String(key)),
    clear: () => items.clear(),
    key: (at) => [...items.keys()][at] ?? null,
    get length() { return items.size },
  }
  Object.defineProperty(window, name, { value: storage })
}
</script>`

const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date', 'content-length'])

const openReference = async (): Promise<FastifyInstance> => {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const server = Fastify()
  await server.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url: documentPath,
      title: 'Atelier API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      hideTestRequestButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  await server.ready()
  return server
}
