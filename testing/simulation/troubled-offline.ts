import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { openOffline } from '../../execution/models/index.ts'
import type { Chance } from './chance.ts'

/** The offline model behind an endpoint on loopback, which fails so often: busy, broken, or cut in the middle. */
export const startTroubledOffline = async (chance: Chance, failsOften: number, host = '127.0.0.1') => {
  const model = openOffline()
  let answered = 0
  let failed = 0
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const trouble = chance.is(failsOften) ? chance.of(['busy', 'broken', 'cut'] as const) : undefined
    if (trouble) failed += 1
    else answered += 1
    if (trouble === 'busy') return response.writeHead(429, { 'retry-after': '1' }).end('{}')
    if (trouble === 'broken') return response.writeHead(500).end('{}')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let pieces = 0
    for await (const chunks of model.stream(body, new AbortController().signal))
      for (const chunk of chunks) {
        pieces += 1
        if (trouble === 'cut' && pieces > 2) return response.destroy()
        response.write(`data: ${chunk}\n\n`)
      }
    return response.end('data: [DONE]\n\n')
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    baseUrl: `http://${host}:${(server.address() as AddressInfo).port}/v1`,
    served: () => ({ answered, failed }),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
