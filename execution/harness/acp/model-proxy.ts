import { once } from 'node:events'
import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HarnessPaths } from '../job.ts'
import { parseJson } from '../native/text.ts'

/** How one call of the model ended. Tokens are 0 if the answer does not report them. */
export interface ModelCall {
  readonly inputTokens: number
  readonly outputTokens: number
  /** Why it was refused or failed. */
  readonly failure?: { readonly message: string; readonly code: string } | undefined
}

interface Listeners {
  readonly onCall: (call: ModelCall) => void
  /** A part of an answer came. */
  readonly onToken: () => void
  /** The agent was asked to wait for so long before it asks again. */
  readonly onWait: (waitMs: number) => void
}

const keptBytes = 64 * 1024
const ownHeaders = new Set(['host', 'connection', 'authorization', 'x-api-key', 'accept-encoding', 'proxy-connection'])

/**
 * An internal address, such as the model's, served on loopback for agents without Unix sockets: requests pass
 * unchanged, without the agent's stand-in for a key, since the socket identifies the sandbox.
 */
export const openModelProxy = async (
  { egressSocket, url }: Pick<HarnessPaths, 'egressSocket'> & { readonly url: string },
  listeners: Listeners,
) => {
  const open = new Set<ServerResponse>()
  const { origin, pathname } = new URL(url)
  const pass = (request: IncomingMessage, response: ServerResponse) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    const onward = httpRequest({
      socketPath: egressSocket,
      method: request.method,
      path: new URL(request.url ?? '/', origin).href,
      headers: { ...headersOf(request), host: new URL(origin).host },
    })
    onward.once('response', (answer) => relay(answer, response, listeners))
    onward.once('error', () => response.destroy())
    response.once('close', () => onward.destroy())
    request.pipe(onward)
  }
  const server = createServer(pass)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${pathname}`,
    /** Breaks off the calls that are under way, so that the agent asks again; returns their number. */
    interrupt: () => {
      const count = open.size
      for (const response of open) response.destroy()
      return count
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const headersOf = ({ headers }: IncomingMessage) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.has(name)))

const relay = (answer: IncomingMessage, response: ServerResponse, { onCall, onToken, onWait }: Listeners) => {
  const status = answer.statusCode ?? 502
  response.writeHead(status, answer.headers)
  const waitMs = Number(answer.headers['retry-after'] ?? 0) * 1_000
  if (status >= 400 && waitMs > 0) onWait(waitMs)
  let head = Buffer.alloc(0)
  let tail = Buffer.alloc(0)
  answer.on('data', (chunk: Buffer) => {
    if (head.length < keptBytes) head = Buffer.concat([head, chunk]).subarray(0, keptBytes)
    tail = Buffer.concat([tail, chunk]).subarray(-keptBytes)
    onToken()
  })
  answer.once('close', () => {
    if (response.req.method !== 'POST') return
    const call = callOf(status, head.toString('utf8'), tail.toString('utf8'))
    // Some agents hang up at the last event, which has the usage.
    if (answer.complete || call.outputTokens > 0) onCall(call)
  })
  answer.once('error', () => response.destroy())
  answer.pipe(response)
}

const callOf = (status: number, head: string, tail: string): ModelCall => {
  const failure = status >= 400 ? failureIn(head, status) : failureInStream(tail)
  const tokens = (names: string) => largest(`${head}\n${tail}`, names)
  return {
    inputTokens: tokens('prompt_tokens|input_tokens'),
    outputTokens: tokens('completion_tokens|output_tokens'),
    failure,
  }
}

const largest = (text: string, names: string): number =>
  [...text.matchAll(new RegExp(`"(?:${names})":\\s*(\\d{1,12})`, 'g'))].reduce(
    (most, [, digits]) => Math.max(most, Number(digits)),
    0,
  )

const failureIn = (body: string, status: number): NonNullable<ModelCall['failure']> =>
  errorIn(body) ?? { message: `The model call was answered with status ${status}.`, code: '' }

/** A stream that broke off has the failure in its last event. */
const failureInStream = (tail: string): ModelCall['failure'] => {
  const lines = tail.trimEnd().split('\n')
  return errorIn(lines.findLast((line) => line.startsWith('data: {'))?.slice('data: '.length))
}

const errorIn = (text: string | undefined): ModelCall['failure'] => {
  const { error } = (parseJson(text ?? '') ?? {}) as { error?: { message?: unknown; code?: unknown } | null }
  if (typeof error?.message !== 'string') return undefined
  return { message: error.message, code: typeof error.code === 'string' ? error.code : '' }
}
