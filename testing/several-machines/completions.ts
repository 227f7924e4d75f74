import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { completionOf } from '../model-provider/script.ts'

export interface Completions {
  /** Host and port, as the setting of private hosts names them. */
  readonly host: string
  readonly url: string
  close(): void
}

const usage = { prompt_tokens: 100, completion_tokens: 20 }

/** A model that answers each chat with the same word, at an endpoint without batches. */
export const startCompletions = async (address = '127.0.0.1'): Promise<Completions> => {
  const server = createServer((request, response) => {
    const answer = async () => {
      const body = await text(request)
      const isChat = request.method === 'POST' && request.url === '/v1/chat/completions'
      const said = isChat ? completionOf({ text: 'Done.', usage }, (JSON.parse(body) as { model: string }).model) : {}
      response.writeHead(isChat ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(said))
    }
    answer().catch(() => response.destroy())
  })
  server.listen(0, address)
  await once(server, 'listening')
  const host = `${address}:${(server.address() as AddressInfo).port}`
  return { host, url: `http://${host}/v1`, close: () => server.close().closeAllConnections() }
}
