// Small files of a registry on loopback, as a package manager in a sandbox asks for them: straight, by the proxy of the
// broker, and by a tunnel for each file. Each figure is the best of three rounds, since the machine may be shared.
//   node bench/fetches.ts [files] [at once]
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer, get, request, type ClientRequest, type IncomingMessage, type Server } from 'node:http'
import { createServer as listenRaw, connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBroker, registryRoute } from '../execution/egress/index.ts'

const files = Number(process.argv[2] ?? 500)
const atOnce = Number(process.argv[3] ?? 16)
const rounds = 3
const host = 'npm.packages.internal'
const content = Buffer.alloc(20_000, 'a')

const listening = async (server: Server | ReturnType<typeof listenRaw>) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const read = async (asked: ClientRequest): Promise<void> => {
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  let sizeBytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) sizeBytes += chunk.length
  if (answer.statusCode !== 200 || sizeBytes !== content.length)
    throw new Error(`A file came with status ${answer.statusCode} and ${sizeBytes} bytes`)
}

/** The best time of some rounds over all files, a few at once. */
const best = async (one: (path: string) => Promise<void>): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const paths = Array.from({ length: files }, (_, at) => `/file-${round}-${at}.tgz`)
    const began = performance.now()
    const worker = async () => {
      for (let path = paths.pop(); path !== undefined; path = paths.pop()) await one(path)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    times.push(performance.now() - began)
  }
  return Math.min(...times)
}

const folder = await mkdtemp(join(tmpdir(), 'fetches-'))
const registry = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': content.length })
  response.end(content)
})
const upstream = await listening(registry)
const socketPath = join(folder, 'way.sock')
const routes = { [host]: registryRoute(`http://127.0.0.1:${upstream}/`, `http://${host}/`) }
const broker = await openBroker({ socketPath, allowHosts: [], routes })
// The bridge of a sandbox does the same.
const bridge = listenRaw({ allowHalfOpen: true }, (near) => {
  const far = connect({ path: socketPath, allowHalfOpen: true })
  near.pipe(far).pipe(near)
  near.on('error', () => far.destroy())
  far.on('error', () => near.destroy())
})
const proxy = await listening(bridge)

const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
const proxied = { host: '127.0.0.1', port: proxy, headers: { host } }
const byTunnel = async (path: string) => {
  const asked = request({ ...proxied, method: 'CONNECT', path: `${host}:80`, agent: false }).end()
  const [, socket] = (await once(asked, 'connect')) as [IncomingMessage, Socket]
  await read(get({ path, headers: { host, connection: 'close' }, createConnection: () => socket }))
  socket.destroy()
}

const ways = {
  straight: (path: string) => read(get({ host: '127.0.0.1', port: upstream, path, agent })),
  'by the proxy, connections kept': (path: string) => read(get({ ...proxied, path: `http://${host}${path}`, agent })),
  'by the proxy, a connection each': (path: string) =>
    read(get({ ...proxied, path: `http://${host}${path}`, agent: false })),
  'by a tunnel each': byTunnel,
}
console.log(`| ${files} files of ${content.length / 1_000} kB, ${atOnce} at once | seconds |\n|---|---|`)
for (const [name, way] of Object.entries(ways)) console.log(`| ${name} | ${((await best(way)) / 1_000).toFixed(2)} |`)

agent.destroy()
bridge.close()
await broker.close()
registry.closeAllConnections()
registry.close()
await rm(folder, { recursive: true, force: true })
