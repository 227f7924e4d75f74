import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterTest } from '../after-test.ts'

export interface SeenSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly status: { readonly code?: number; readonly message?: string }
  readonly attributes: Readonly<Record<string, string | number | boolean>>
}

export interface Collector {
  readonly url: string
  readonly spans: SeenSpan[]
  /** The received bytes, word for word, with its headers. */
  readonly said: string[]
}

interface SentTraces {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly RawSpan[] }[] }[]
}
type RawSpan = Omit<SeenSpan, 'attributes'> & {
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, string | number>> }[]
}

/** An OpenTelemetry collector on loopback that keeps what it is sent; closed after the suite's last test. */
export const startCollector = async (): Promise<Collector> => {
  const spans: SeenSpan[] = []
  const said: string[] = []
  const server = createServer((request, response) => {
    const take = (body: unknown) => {
      said.push(`${request.url} ${JSON.stringify(request.headers)} ${JSON.stringify(body)}`)
      const sent = (body as SentTraces).resourceSpans.flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap((scope) => scope.spans),
      )
      spans.push(...sent.map((span) => ({ ...span, attributes: attributesOf(span) })))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    }
    json(request).then(take, (error: Error) => response.destroy(error))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterTest(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, said }
}

const attributesOf = ({ attributes }: RawSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]!]))
