// The programs that bench/streams.ts starts: the bare server, and the readers of either.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'

const readers = Number(process.argv[3])

/** Milliseconds on a clock that the processes of one machine share. */
export const clock = (): number => performance.timeOrigin + performance.now()

/** The floor: no credential, no database, no resuming. A POST is written to all listeners. */
const serveBare = () => {
  const open: ServerResponse[] = []
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      open.push(response.writeHead(200, eventStream))
      response.flushHeaders()
      return
    }
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      for (const one of open) one.write(body)
      response.end()
    })
  })
  server.listen(0, '127.0.0.1', 4_096, () => {
    console.log(`ready at http://127.0.0.1:${(server.address() as { port: number }).port}`)
  })
}
const eventStream = { 'content-type': 'text/event-stream' }

export interface StreamAddress {
  readonly url: string
  readonly key: string
}

/** Opens the requested readers, and reports for each mark when each of them had read it. */
const serveReaders = () => {
  const arrived = new Map<string, number[]>()
  const take = (chunk: string) => {
    for (const [, mark] of chunk.matchAll(/mark-(\w+)/g)) {
      const times = arrived.get(mark!) ?? []
      arrived.set(mark!, times)
      if (times.push(clock()) === readers) process.send!({ mark, times })
    }
  }
  const openOne = async ({ url, key }: StreamAddress) => {
    const { port, host, pathname } = new URL(url)
    const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1')
    socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\nx-api-key: ${key}\r\n\r\n`)
    const [head] = (await once(socket, 'data')) as [string]
    if (!head.includes(' 200 ')) throw new Error(head)
    socket.on('data', take)
    take(head)
  }
  process.on('message', (opening: StreamAddress) => {
    const openAll = async () => {
      for (let at = 0; at < readers; at += 100)
        await Promise.all(Array.from({ length: Math.min(100, readers - at) }, () => openOne(opening)))
      process.send!({ mark: 'open' })
    }
    openAll().catch((error: unknown) => {
      throw error
    })
  })
}

if (process.argv[2] === 'bare') serveBare()
if (process.argv[2] === 'readers') serveReaders()
