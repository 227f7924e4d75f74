import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeRegistry {
  /** With a slash at its end, and the credentials in it. */
  readonly address: string
  /** The paths that were asked for, in order. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

interface Answer {
  readonly type: string
  readonly body: string | Buffer
}

/** Serves the result of `answer` for a path on loopback; with `user:password`, only to callers with both. */
export const serveRegistry = async (
  answer: (path: string, address: string, body: Buffer) => Answer | undefined,
  credentials?: string,
): Promise<FakeRegistry> => {
  const asked: string[] = []
  let plain = ''
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url!
    asked.push(path)
    const body = Buffer.concat(await request.toArray().catch(() => []))
    const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`
    const found = expected && request.headers.authorization !== expected ? undefined : answer(path, plain, body)
    response.writeHead(found ? 200 : 404, { 'content-type': found?.type ?? 'text/plain' })
    response.end(found?.body ?? 'Not here\n')
  }
  const server = createServer((request, response) => void reply(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  plain = `http://127.0.0.1:${port}/`
  return {
    address: credentials ? plain.replace('//', `//${credentials}@`) : plain,
    asked,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
