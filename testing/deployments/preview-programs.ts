import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request as send, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Duplex } from 'node:stream'
import {
  openGateway,
  type GatewayInput,
  type PreviewTarget,
  type PreviewVersion,
} from '../../execution/previews/index.ts'
import type { Previews } from '../../execution/previews/previews-api.ts'
import { openPreviewsWith } from '../../execution/previews/previews.ts'
import { NotListeningError, type Program } from '../../execution/previews/programs/program.ts'
import { listenerWith } from '../../platform/http/access/sites.ts'
import { openSockets } from '../../platform/http/streams/sockets.ts'
import { afterTest } from '../after-test.ts'

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** A program in this process in place of one in a sandbox. */
export interface TestProgram extends Program {
  /** Ends it as if it had crashed. */
  crash(sentence: string): void
  readonly isStopped: boolean
}

export const startTestProgram = async (answer: RequestListener, upgrade?: Upgrade): Promise<TestProgram> => {
  const server = createServer({ requestTimeout: 0 }, answer)
  if (upgrade) server.on('upgrade', upgrade)
  const close = closeWithSockets(server)
  const port = await listen(server)
  const ending = Promise.withResolvers<string>()
  let isStopped = false
  const end = (sentence: string) => {
    if (isStopped) return
    isStopped = true
    close()
    ending.resolve(sentence)
  }
  afterTest(() => end('The test is over.'))
  return {
    port,
    connect: async (signal) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      try {
        await once(socket, 'connect', { signal })
        return socket
      } catch {
        throw new NotListeningError([])
      }
    },
    ended: ending.promise,
    stop: async () => end('The program was stopped.'),
    crash: end,
    get isStopped() {
      return isStopped
    },
  }
}

/** Upgraded connections are no longer the server's own. */
const closeWithSockets = (server: Server) => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
  return () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
}

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

let generations = 0

/** A version of a program, above all that were made before, whose build has no files; `lines` are what its log gets. */
export const testVersion = (
  id: string,
  changes: Partial<PreviewVersion> = {},
  lines: string[] = [],
): PreviewVersion => ({
  id,
  generation: (generations += 1),
  build: {
    folder: '/nowhere',
    kind: 'node',
    output: '.',
    start: 'node server.js',
    healthPath: '/',
    isSinglePage: false,
    environment: {},
    sizeBytes: 0,
  },
  surroundings: async () => ({ environment: {}, allowHosts: [] }),
  prepare: async () => undefined,
  onLine: ({ text }) => lines.push(text),
  workspace: 'w',
  isAlwaysOn: false,
  ...changes,
})

/** A version of a site of files. */
export const filesVersion = async (
  id: string,
  files: Readonly<Record<string, string>>,
  { isSinglePage = false } = {},
): Promise<PreviewVersion> => {
  const folder = await mkdtemp(join(tmpdir(), 'preview-files-'))
  afterTest(() => rm(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, 'files', path)), { recursive: true })
    await writeFile(join(folder, 'files', path), text)
  }
  const version = testVersion(id)
  return { ...version, build: { ...version.build, folder, kind: 'static', start: null, isSinglePage } }
}

export const accessCookie = 'atelier-preview'

type PreviewsWith = Parameters<typeof openPreviewsWith>

export const openTestPreviews = (launch: PreviewsWith[0], changes: Partial<PreviewsWith[1]> = {}): Previews => {
  const previews = openPreviewsWith(launch, {
    running: 10,
    idleMs: 60_000,
    healthMs: 10_000,
    accessCookie,
    isSecure: false,
    ...changes,
  })
  afterTest(() => previews.close())
  return previews
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

export interface Ask {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Serves previews at `<label>.preview.localhost`, beside an API that answers `the API`. */
export const servePreviews = async (
  previews: Previews,
  resolve: (label: string | undefined) => PreviewTarget | undefined | Promise<PreviewTarget | undefined>,
  changes: Partial<GatewayInput> = {},
) => {
  const gateway = openGateway({
    ipOf: () => '127.0.0.1',
    domain: 'preview.localhost',
    accessCookie,
    isSecure: false,
    previews,
    resolve: async ({ label }) => resolve(label),
    ...changes,
  })
  const server = listenerWith(gateway, openSockets([], {}))((_request, response) => void response.end('the API'), {})
  server.on('request', (_request, response) => response.once('close', () => server.emit('left')))
  afterTest(closeWithSockets(server))
  const port = await listen(server)
  const open = (host: string, path: string, { method = 'GET', headers = {}, body }: Ask = {}) => {
    const asked = send({ host: '127.0.0.1', port, path, method, agent: false, headers: { host, ...headers } })
    asked.end(body)
    return asked
  }
  return {
    port,
    /** Emits `left` when the answer to a request has ended or was cut. */
    server,
    /** The request itself, for a test that looks at the answer while it comes. */
    open,
    ask: (host: string, path = '/', ask: Ask = {}) =>
      new Promise<Answer>((settle, reject) => {
        const asked = open(host, path, ask)
        asked.once('error', reject)
        asked.once('response', (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.once('error', reject)
          answer.once('end', () =>
            settle({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          )
        })
      }),
    /** The connection of a WebSocket, or the status that refused it. */
    openSocket: (host: string, headers: Readonly<Record<string, string>> = {}) =>
      new Promise<Socket | number>((settle, reject) => {
        const asked = open(host, '/', { headers: { connection: 'Upgrade', upgrade: 'websocket', ...headers } })
        asked.once('error', reject)
        asked.once('upgrade', (_answer, socket, head) => {
          if (head.length > 0) socket.unshift(head)
          afterTest(() => void socket.destroy())
          socket.on('error', () => {})
          settle(socket)
        })
        asked.once('response', (answer) => {
          answer.resume()
          settle(answer.statusCode ?? 0)
        })
      }),
  }
}
