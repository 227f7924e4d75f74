import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Socket, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { hostName, allowedHosts } from './allowed-hosts.ts'
import { brokerLimits, type Broker, type BrokerLimits, type BrokerSpec, type Route } from './egress.ts'
import { lookup } from 'node:dns/promises'
import { isPublicAddress } from '../../platform/fetch/index.ts'

/** Connects to the first address that answers; undefined when none does within `connectMs` each. */
const connectToAny = async (addresses: readonly { address: string; port: number }[], connectMs: number) => {
  for (const { address, port } of addresses) {
    const socket = await connectTo(address, port, connectMs)
    if (socket) return socket
  }
  return undefined
}

const connectTo = (host: string, port: number, connectMs: number) =>
  new Promise<Socket | undefined>((resolve) => {
    const socket = connect({ host, port, allowHalfOpen: true })
    const give = (result: Socket | undefined) => {
      clearTimeout(patience)
      if (!result) socket.destroy()
      resolve(result)
    }
    const patience = setTimeout(give, connectMs, undefined)
    socket.once('connect', () => give(socket))
    socket.on('error', () => give(undefined))
  })

/** Carries bytes both ways until one side closes, `idleMs` or `lifeMs` pass, or `spend` refuses a chunk. */
const openTunnel = (
  near: Duplex,
  far: Socket,
  limits: Pick<BrokerLimits, 'idleMs' | 'lifeMs'>,
  spend: (sizeBytes: number) => boolean,
): void => {
  const end = () => {
    clearTimeout(life)
    near.destroy()
    far.destroy()
  }
  const life = setTimeout(end, limits.lifeMs)
  far.setTimeout(limits.idleMs, end)
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.on('data', (chunk: Buffer) => {
      if (!spend(chunk.length)) end()
    })
    from.on('error', end)
    from.on('close', end)
    from.pipe(to)
  }
}

const socketPathBytesMax = 107

/**
 * Opens the way out of a sandbox: an HTTP proxy on a Unix socket. CONNECT to an allowed host is tunnelled to an address
 * that was checked; requests for an internal host, by their absolute URL or through a CONNECT to its port 80, go to
 * their route; everything else gets 403 and a sentence. Rejects when the socket cannot be made or a host is no name.
 */
export const openBroker = async (spec: BrokerSpec): Promise<Broker> => {
  if (Buffer.byteLength(spec.socketPath) > socketPathBytesMax)
    throw new Error(
      `${spec.socketPath} is too long for a socket: ${socketPathBytesMax} bytes at most. Use a shorter folder.`,
    )
  const limits = { ...brokerLimits, ...spec.limits }
  const server = routeServer(spec, undefined, limits)
  // A few more than may be open, so that there is an answer for them; beyond it they are dropped, each a file of ours.
  server.maxConnections = limits.connections + 8
  const sockets = new Set<Socket>()
  const spend = budget(limits.totalBytes, sockets)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', (_, response) => spendOnRoutes(response, spend))
  answerConnect(server, spec, limits, sockets, spend)
  await rm(spec.socketPath, { force: true })
  server.listen(spec.socketPath)
  await once(server, 'listening')
  await chmod(spec.socketPath, 0o600)
  return {
    socketPath: spec.socketPath,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

const budget = (totalBytes: number, sockets: ReadonlySet<Socket>) => {
  let spent = 0
  return (sizeBytes: number) => {
    spent += sizeBytes
    if (spent > totalBytes) for (const socket of sockets) socket.destroy()
    return spent <= totalBytes
  }
}
type TrafficBudget = ReturnType<typeof budget>

// A tunnel into the broker itself carries requests only for the host in `only`.
const routeServer = (spec: BrokerSpec, only: string | undefined, limits: BrokerLimits): Server => {
  const server = createServer({
    requestTimeout: limits.idleMs,
    headersTimeout: Math.min(limits.connectMs, limits.idleMs),
  })
  server.setTimeout(limits.idleMs)
  server.on('request', (request, response) => {
    const host = only ?? hostOf(request)
    const route = routeOf(spec, host)
    if (!route) {
      refuse(spec, request, response, host)
      return
    }
    request.url = pathOf(request.url ?? '/')
    delete request.headers['proxy-connection']
    delete request.headers['proxy-authorization']
    route(request, response)
  })
  server.on('clientError', (_, socket) => socket.destroy())
  return server
}

const hostOf = ({ url = '', headers }: IncomingMessage) => {
  const text = url.startsWith('/') ? headers.host : /^http:\/\/([^/?#]+)/i.exec(url)?.[1]
  return text === undefined ? undefined : hostName(text.replace(/:80$/, ''))
}

const pathOf = (url: string) => {
  const path = url.replace(/^http:\/\/[^/?#]+/i, '')
  return path.startsWith('/') ? path : `/${path}`
}

const refuse = (spec: BrokerSpec, request: IncomingMessage, response: ServerResponse, host: string | undefined) => {
  const sentence = host === undefined ? noPages : plainSentence(host)
  spec.onRefusal?.({ target: (request.url ?? '').slice(0, 200), sentence, status: 403 })
  response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
  response.end(`${sentence}\n`)
}

const noPages = 'This is the way out of a sandbox; it has no pages of its own.'

const plainSentence = (host: string) =>
  `${host} cannot be reached by plain HTTP through this proxy. Use https, or a tunnel by CONNECT, to an allowed host.`

const answerConnect = (
  server: Server,
  spec: BrokerSpec,
  limits: BrokerLimits,
  sockets: Set<Socket>,
  spend: TrafficBudget,
) => {
  const decide = destinations(spec)
  const open = async (request: IncomingMessage, near: Duplex): Promise<RefusedRequest | undefined> => {
    const tooMany = `More than ${limits.connections} connections are open. Close some and try again.`
    if (sockets.size > limits.connections) return { status: 503, sentence: tooMany }
    const destination = await decide(request.url ?? '')
    if ('status' in destination) return destination
    if (destination.kind === 'internal') {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n')
      routeServer(spec, destination.host, limits)
        .on('request', (_, response) => spendOnRoutes(response, spend))
        .emit('connection', near)
      return undefined
    }
    const far = await connectToAny(destination.at, limits.connectMs)
    if (!far) return { status: 504, sentence: `${request.url} did not answer. Try again later.` }
    if (near.destroyed) return void far.destroy()
    near.write('HTTP/1.1 200 Connection established\r\n\r\n')
    openTunnel(near, far, limits, spend)
    spec.onReached?.((request.url ?? '').slice(0, 200))
    return undefined
  }
  server.on('connect', (request: IncomingMessage, near: Duplex, head: Buffer) => {
    near.on('error', () => near.destroy())
    if (head.length > 0) near.unshift(head)
    open(request, near).then(
      (refused) => {
        if (!refused) return
        spec.onRefusal?.({ target: (request.url ?? '').slice(0, 200), ...refused })
        if (spec.closesRefused) near.destroy()
        else near.end(refusalText(refused))
      },
      () => near.destroy(),
    )
  })
}

const reasons = {
  400: 'Bad Request',
  403: 'Forbidden',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

const refusalText = ({ status, sentence }: RefusedRequest) =>
  [
    `HTTP/1.1 ${status} ${reasons[status]}`,
    'content-type: text/plain; charset=utf-8',
    `content-length: ${Buffer.byteLength(sentence) + 1}`,
    'connection: close',
    '',
    `${sentence}\n`,
  ].join('\r\n')

const counted = new WeakMap<Socket, number>()

const spendOnRoutes = (response: ServerResponse, spend: TrafficBudget) => {
  const socket = response.req.socket
  response.once('close', () => {
    const passed = socket.bytesRead + socket.bytesWritten
    spend(passed - (counted.get(socket) ?? 0))
    counted.set(socket, passed)
  })
}

interface RefusedRequest {
  status: 400 | 403 | 502 | 503 | 504
  sentence: string
}

type Destination = { kind: 'internal'; host: string } | { kind: 'address'; at: { address: string; port: number }[] }

/** Decides the destination of a CONNECT: only the checked addresses are connected to. */
export const destinations = (spec: BrokerSpec) => {
  const isAllowed = allowedHosts(spec.allowHosts)
  const resolve = spec.resolve ?? systemResolver
  const reach = spec.reach ?? publicOnly

  return async (target: string): Promise<Destination | RefusedRequest> => {
    const [, hostText = '', portText = ''] = /^([^:]+):(\d{1,5})$/.exec(target) ?? []
    const host = hostName(hostText)
    const port = Number(portText)
    if (!host) return refusedTarget(target)
    if (routeOf(spec, host) && port === 80) return { kind: 'internal', host }
    if (!isAllowed(host)) return refusedHost(host)
    if (port !== 443 && port !== 80)
      return { status: 403, sentence: `${host} can be reached on ports 443 and 80 alone, not on ${port}.` }
    const found = await resolve(host).catch(() => [])
    if (found.length === 0)
      return { status: 502, sentence: `${host} was not found. Look at the name, or try again later.` }
    const at = found.flatMap(({ address }) => reach(address, port) ?? [])
    if (at.length === 0)
      return { status: 403, sentence: `${host} leads to an address that is not public, which sandboxes may not reach.` }
    return { kind: 'address', at }
  }
}

const routeOf = ({ routes = {} }: BrokerSpec, host: string | undefined): Route | undefined =>
  host !== undefined && Object.hasOwn(routes, host) ? routes[host] : undefined

const refusedHost = (host: string): RefusedRequest => ({
  status: 403,
  sentence: `${host} is not among the hosts that this sandbox may reach. Ask the operator to allow it, or do without it.`,
})

const refusedTarget = (target: string): RefusedRequest => ({
  status: 403,
  sentence: `${target.slice(0, 200)} is no host name with a port. Sandboxes reach named hosts alone, such as example.com:443.`,
})

const systemResolver = async (host: string) =>
  (await lookup(host, { all: true, order: 'verbatim' })).map(({ address, family }) => ({
    address,
    family: family === 6 ? (6 as const) : (4 as const),
  }))

const publicOnly = (address: string, port: number) => (isPublicAddress(address) ? { address, port } : undefined)
