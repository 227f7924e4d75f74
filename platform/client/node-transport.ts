import { Readable } from 'node:stream'
import { Agent, EnvHttpProxyAgent, request, type Dispatcher } from 'undici'
import type { Outgoing, Transport } from './outgoing.ts'

const minuteMs = 60_000
// Finalizing checks a whole repository before it answers, and an upload is made durable at its end.
const longMs = 60 * minuteMs
// The server sends a keepalive every 30 s.
const silenceMs = 75_000

/** Sends by undici, bypassing the environment's proxies if the server is on this machine. */
export const nodeTransport = (url: string, signal?: AbortSignal): Transport<Readable> => {
  const dispatcher = dispatcherFor(url)
  return {
    send: async ({ address, method, headers, body }) => {
      const reply = await request(address, {
        dispatcher,
        method,
        headers,
        signal,
        body: bodyOf(body),
        headersTimeout: method === 'GET' ? minuteMs : longMs,
        bodyTimeout: method === 'GET' ? silenceMs : longMs,
      })
      return {
        status: reply.statusCode,
        header: (name) => [reply.headers[name] ?? []].flat().join(', ') || undefined,
        body: reply.body,
        text: () => reply.body.text(),
      }
    },
    close: () => dispatcher.destroy(),
  }
}

const bodyOf = (body: Outgoing['body']) => {
  if (body === undefined || typeof body === 'string') return body ?? null
  const { content } = body
  return content instanceof Readable ? content : Readable.from(content instanceof Blob ? content.stream() : content)
}

/** A proxy of the environment is for other machines; this machine is reached directly. */
const dispatcherFor = (url: string): Dispatcher => {
  const { hostname } = new URL(url)
  const isHere = ['localhost', '[::1]'].includes(hostname) || hostname.startsWith('127.')
  return isHere ? new Agent() : new EnvHttpProxyAgent()
}
