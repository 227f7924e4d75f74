import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { afterTest } from '../after-test.ts'

interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
}

/**
 * A server of tools on loopback: `/mcp` speaks what the protocol's own library does, for old clients as for new ones,
 * `/modern` the newest revision alone, `/sse` the oldest form, `/odd` one with an odd tool that forgets its first session, `/away` leads to another origin, `/login` asks for a key.
 */
export const remoteToolServer = async () => {
  const heard: ReceivedRequest[] = []
  const both = createMcpHandler(tools)
  const modern = createMcpHandler(tools, { legacy: 'reject' })
  const old = oldForm()
  const odd = oddForm()
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/'
    heard.push({ method: request.method ?? '', path, headers: request.headers })
    if (path === '/mcp') return relay(both, request, response)
    if (path === '/modern') return relay(modern, request, response)
    if (path.startsWith('/sse')) return old(request, response)
    if (path === '/odd') return odd(request, response)
    const [status, header] = path === '/away' ? [307, { location: 'http://127.0.0.2:1/mcp' }] : [401, needsKey]
    response.writeHead(status, header).end()
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterTest(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, url: (path: string) => `http://${host}${path}`, heard }
}

const needsKey: Readonly<Record<string, string>> = { 'www-authenticate': 'Bearer' }

const anything = fromJsonSchema<{ text?: string }>({ type: 'object', properties: { text: { type: 'string' } } })

const tools = () => {
  const server = new McpServer({ name: 'remote', version: '1' })
  server.registerTool('shout', { description: 'Says it louder', inputSchema: anything }, ({ text = '' }) => ({
    content: [{ type: 'text', text: text.toUpperCase() }],
  }))
  server.registerTool('break', { inputSchema: anything }, () => {
    throw new Error('Out of order.')
  })
  return server
}

type Handler = ReturnType<typeof createMcpHandler>

const relay = async (handler: Handler, request: IncomingMessage, response: ServerResponse) => {
  const { method = 'GET', headers, url } = request
  const body = method === 'POST' ? JSON.stringify(await json(request)) : null
  const given = new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]))
  const said = await handler.fetch(new Request(`http://${headers.host}${url}`, { method, headers: given, body }))
  response.writeHead(said.status, Object.fromEntries(said.headers))
  if (said.body) Readable.fromWeb(said.body as ReadableStream<Uint8Array>).pipe(response)
  else response.end()
}

interface Message {
  readonly id?: number
  readonly method: string
  readonly params?: { readonly protocolVersion?: string; readonly arguments?: { readonly text?: string } }
}

/** The form of 2024-11-05: a stream that begins with where to send messages to, and carries their answers. */
const oldForm = () => {
  let stream: ServerResponse | undefined
  const say = (event: string, data: string) => stream!.write(`event: ${event}\ndata: ${data}\n\n`)
  return async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET') {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' })
      say('endpoint', '/sse/messages')
      return
    }
    const { id, method, params } = (await json(request)) as Message
    response.writeHead(202).end()
    const result = {
      initialize: {
        protocolVersion: '2024-11-05',
        capabilities: { tools: {} },
        serverInfo: { name: 'old', version: '1' },
      },
      'tools/list': { tools: [{ name: 'whisper', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: params?.arguments?.text?.toLowerCase() }] },
    }[method]
    if (id !== undefined) say('message', JSON.stringify({ jsonrpc: '2.0', id, result }))
  }
}

/** Answers in JSON, with sessions; calls find the first session forgotten. It has no name, and its second tool and its answers are odd. */
const oddForm = () => {
  let sessions = 0
  return async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'POST') {
      response.writeHead(405).end()
      return
    }
    const { id, method } = (await json(request)) as Message
    if (method === 'initialize') sessions += 1
    const isForgotten = method === 'tools/call' && request.headers['mcp-session-id'] === 'session-1'
    const result = {
      initialize: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: {},
      },
      'tools/list': {
        tools: [
          { name: 'good', inputSchema: { type: 'object' }, outputSchema: {} },
          { name: 'b', description: null, inputSchema: { type: 'object' } },
        ],
        nextCursor: null,
      },
      'tools/call': { content: [{ type: 'text', text: 'Done.' }, { type: 'video' }] },
    }[method]
    const headers = { 'content-type': 'application/json', 'mcp-session-id': `session-${sessions}` }
    if (isForgotten) response.writeHead(404).end()
    else if (id === undefined) response.writeHead(202).end()
    else if (result === undefined)
      response
        .writeHead(200, headers)
        .end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_601, message: '' } }))
    else {
      const message = { jsonrpc: '2.0', id, error: null, result: { ...result, _meta: null } }
      response.writeHead(200, headers).end(JSON.stringify(message))
    }
  }
}
