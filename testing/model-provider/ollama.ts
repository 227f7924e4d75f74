import { sendJson, startTinyServer } from '../cli/tiny-server.ts'

interface Ollama {
  /** Such as `127.0.0.1:11434`. */
  readonly host: string
  readonly close: () => Promise<void>
}

/** Ollama's own list, on a port of its own; what it is asked then is answered by the provider. */
export const startOllama = async (provider: { readonly baseUrl: string }, list: unknown): Promise<Ollama> => {
  const { port } = new URL(provider.baseUrl)
  const { url, close } = await startTinyServer(async (request, response) => {
    if (request.url === '/api/tags') return sendJson(response, 200, list)
    const answer = await fetch(`http://127.0.0.1:${port}${request.url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.concat(await request.toArray()),
    })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  return { host: new URL(url).host, close }
}
