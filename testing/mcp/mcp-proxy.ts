import { createServer, request as requestTo } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterTest } from '../after-test.ts'

/**
 * A proxy on loopback that adds a key to every request, for clients that cannot send one. Its own address becomes the
 * server's in `Host` and `Origin`; that of strangers stays.
 */
export const mcpProxy = async (baseUrl: string, key: string): Promise<string> => {
  const target = new URL(baseUrl)
  const proxy = createServer((incoming, outgoing) => {
    const own = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value).replace(own, target.host)]),
    )
    const sent = requestTo(
      {
        host: target.hostname,
        port: target.port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...headers, authorization: `Bearer ${key}` },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(outgoing)
      },
    )
    sent.once('error', () => outgoing.destroy())
    incoming.pipe(sent)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  afterTest(async () => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}
