import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { seenFrom } from '../../execution/egress/registry-route.ts'
import { publicRegistries } from '../../execution/setup/index.ts'

interface PublicRelay {
  /** For ATELIER_REGISTRIES: each public registry, by an address of this machine. */
  readonly registries: string
  /** The paths that were asked for, in order. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

const answerMs = 120_000

const { npm, pypi, crates, go, maven } = publicRegistries
const upstreams: Readonly<Record<string, string>> = {
  npm: `https://${npm[0]}/`,
  'pypi/simple': `https://${pypi[0]}/simple/`,
  'pypi/files': `https://${pypi[1]}/`,
  crates: `https://${crates[0]}/`,
  'crates/files': `https://${crates[1]}/`,
  go: `https://${go[0]}/`,
  maven: `https://${maven[0]}/maven2/`,
}
const names = Object.keys(upstreams).sort((one, other) => other.length - one.length)

/**
 * The public registries behind addresses of loopback, for a machine that reaches them only at an address that the
 * broker refuses. Reads alone, and of these hosts alone; links between them lead through it.
 */
export const publicRelay = async (): Promise<PublicRelay> => {
  const asked: string[] = []
  let address = ''
  const server = createServer((request, response) => {
    asked.push(request.url!)
    relay(request, response, address).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const kinds = { npm: 'npm/', pypi: 'pypi/simple/', crates: 'crates/', go: 'go/', maven: 'maven/' }
  return {
    registries: Object.entries(kinds)
      .map(([kind, path]) => `${kind}=${address}${path}`)
      .join(' '),
    asked,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const passedOn = ['content-type', 'etag', 'last-modified']
const kept = ['accept', 'if-none-match', 'if-modified-since', 'range']

const relay = async ({ url = '/', method, headers }: IncomingMessage, response: ServerResponse, address: string) => {
  const path = url.slice(1)
  const name = names.find((one) => path.startsWith(`${one}/`))
  if (name === undefined || (method !== 'GET' && method !== 'HEAD')) return void response.writeHead(404).end()
  const asking = Object.fromEntries(kept.flatMap((one) => (headers[one] === undefined ? [] : [[one, headers[one]]])))
  const ask = () =>
    fetch(upstreams[name]! + path.slice(name.length + 1), {
      method,
      headers: { ...asking, 'accept-encoding': 'identity' } as Record<string, string>,
      signal: AbortSignal.timeout(answerMs),
    })
  const answer = await ask().catch(ask)
  for (const one of passedOn) if (answer.headers.has(one)) response.setHeader(one, answer.headers.get(one)!)
  const isConfig = path === 'crates/config.json'
  if (isConfig) response.setHeader('content-type', 'application/json')
  response.statusCode = answer.status
  if (!answer.body) return void response.end()
  if (isConfig || /html|json/.test(answer.headers.get('content-type') ?? ''))
    return void response.end(seenBy(address, await answer.text()))
  await pipeline(Readable.fromWeb(answer.body as ReadableStream<Uint8Array>), response)
}

const seenBy = (address: string, text: string) =>
  Object.entries(upstreams).reduce(
    (seen, [name, upstream]) => seenFrom(new URL(upstream), `${address}${name}/`)(seen),
    text,
  )
