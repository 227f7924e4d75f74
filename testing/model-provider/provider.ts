import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { messageEvents, messageOf } from './messages.ts'
import { responseEvents, responseOf } from './responses.ts'
import { countOf, embeddingsOf } from './asides.ts'
import { type AnswerTurn, completionOf, eventsOf, type RefusalTurn, type Turn } from './script.ts'

/** The fields of a request that tests look at, and all others: `messages` is of chat completions and messages alone. */
export interface SeenBody {
  readonly model: string
  readonly stream?: boolean
  readonly messages: readonly { readonly role: string; readonly content?: string | null }[]
  readonly [field: string]: unknown
}

/** A request as the provider saw it. */
export interface SeenRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: SeenBody
  /** Resolves when the connection ended before the answer did. */
  readonly hungUp: Promise<void>
}

export interface FakeProvider {
  /** As far as /v1. */
  readonly baseUrl: string
  /** Every request so far, in order. */
  readonly requests: readonly SeenRequest[]
  /** How many connections were opened so far. */
  readonly connections: number
  /** Adds answers; a request that finds none waits for one. */
  push(...turns: Turn[]): void
  /** The next request that comes in, or one that came in after the last call of this. */
  nextRequest(): Promise<SeenRequest>
  close(): Promise<void>
}

/** A provider on loopback that answers by a script, in the shape that the path of the request has. */
export const startModelProvider = async (...script: Turn[]): Promise<FakeProvider> => {
  const turns = queue<Turn>(script)
  const seen = queue<SeenRequest>([])
  const requests: SeenRequest[] = []
  const server = createServer((request, response) => {
    const serve = async () => {
      const entry = await readRequest(request, response)
      requests.push(entry)
      seen.push(entry)
      await answer(await turns.next(), entry, response)
    }
    serve().catch((error: unknown) => response.destroy(error as Error))
  })
  let connections = 0
  server.on('connection', () => (connections += 1))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    get connections() {
      return connections
    },
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    push: (...more) => more.forEach((turn) => turns.push(turn)),
    nextRequest: () => seen.next(),
    close: async () => {
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const queue = <T>(first: readonly T[]) => {
  const items = [...first]
  const waiting: ((item: T) => void)[] = []
  return {
    push: (item: T) => {
      const take = waiting.shift()
      if (take) take(item)
      else items.push(item)
    },
    next: (): Promise<T> =>
      items.length > 0 ? Promise.resolve(items.shift()!) : new Promise((resolve) => waiting.push(resolve)),
  }
}

const readRequest = async (request: IncomingMessage, response: ServerResponse): Promise<SeenRequest> => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const hungUp = new Promise<void>((resolve) => {
    response.once('close', () => {
      if (!response.writableEnded) resolve()
    })
  })
  const text = Buffer.concat(chunks).toString('utf8')
  return { path: request.url!, headers: request.headers, body: JSON.parse(text) as SeenBody, hungUp }
}

/** Answers, whole and as events, by the end of the path. */
const forms = {
  completions: { whole: completionOf, events: eventsOf, end: ['[DONE]'] },
  messages: { whole: messageOf, events: messageEvents, end: [] },
  responses: { whole: responseOf, events: responseEvents, end: [] },
  embeddings: { whole: embeddingsOf, events: () => [], end: [] },
  count_tokens: { whole: countOf, events: () => [], end: [] },
} as const
type Form = (typeof forms)[keyof typeof forms]

const answer = async (turn: Turn, { path, body }: SeenRequest, response: ServerResponse) => {
  const form = forms[path.split('/').at(-1) as keyof typeof forms]
  if ('answer' in turn) {
    if (turn.answer === 'hang-up') response.destroy()
    return
  }
  if ('bytes' in turn) {
    response.writeHead(turn.status ?? 200, { 'content-type': turn.contentType ?? 'text/event-stream', ...turn.headers })
    response.end(turn.bytes)
    return
  }
  if ('status' in turn) {
    refuse(turn, form, response)
    return
  }
  await turn.when
  if (body.stream) await sendStream(turn, body.model, form, response)
  else {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(form.whole(turn, body.model)))
  }
}

const refuse = ({ status, message, param, code, ...more }: RefusalTurn, form: Form, to: ServerResponse) => {
  const retryAfter = more.retryAfter && { 'retry-after': more.retryAfter }
  to.writeHead(status, { 'content-type': 'application/json', ...retryAfter, ...more.headers })
  const words = message ?? `scripted ${status}`
  const said =
    form === forms.messages
      ? { type: 'error', error: { type: code ?? 'fake', message: words } }
      : { error: { message: words, type: 'fake', param: param ?? null, code: code ?? null } }
  to.end(JSON.stringify(said))
}

const sendStream = async (turn: AnswerTurn, model: string, form: Form, response: ServerResponse) => {
  const events = form.events(turn, model)
  const kept = turn.after ? events.slice(0, turn.after.events) : [...events, ...form.end]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const chunk of awkward(Buffer.from(kept.map((event) => named(event, form)).join('')), turn.chunkBytes)) {
    if (response.destroyed) return
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')])
    // One chunk per turn of the event loop, so that they do not travel as one.
    await new Promise(setImmediate)
  }
  if (turn.after?.then === 'stall') return
  if (turn.after?.then === 'cut') response.destroy()
  else response.end()
}

const named = (event: string, form: Form) => {
  const name = form === forms.completions ? '' : `event: ${(JSON.parse(event) as { type: string }).type}\n`
  return `${name}data: ${event}\n\n`
}

/** Chunks that end within words, within the bytes of a character, and between the two line breaks of an event. */
function* awkward(bytes: Buffer, chunkBytes?: number): Generator<Buffer> {
  const sizes = chunkBytes ? [chunkBytes] : [1, 61, 2, 127, 13]
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length]!
    yield bytes.subarray(at, at + size)
    at += size
  }
}
