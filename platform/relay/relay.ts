import { hkdfSync } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect, createServer, type TLSSocket } from 'node:tls'
import type { RootKeys } from '../crypto/index.ts'

/**
 * A target in a process that another process wants to reach, in a few words that only processes of this instance write.
 */
export type RelayTarget = Readonly<Record<string, unknown>>

/** Connections between the processes of an instance, and this process's address once it listens: decisions/0291. */
export interface Relay {
  readonly keys: RootKeys
  address: string | undefined
}

/** Serves a connection of another process, from its first byte. */
type TakeOver = (socket: TLSSocket) => Promise<void>

interface RelayOptions {
  readonly keys: RootKeys
  /** The address to listen at, which other machines reach. */
  readonly host: string
  /** 0 takes any that is free. */
  readonly port?: number
  /** Finds the function that serves a connection; undefined if this process does not hold the target. */
  readonly find: (target: RelayTarget) => Promise<TakeOver | undefined>
  readonly onError: (error: Error) => void
}

/** The longest time for a handshake, and for the line that each side sends after it. */
const answerMs = 10_000
const keepAliveMs = 15_000
const lineMostBytes = 16 * 1024

// Both sides prove with it that they have a root key, independent of their clocks. No certificate is made or renewed.
const settings = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2', ciphers: 'ECDHE-PSK-CHACHA20-POLY1305' } as const
const sharedKey = ({ key }: RootKeys[number]) => Buffer.from(hkdfSync('sha256', key, '', 'atelier relay', 32))

/**
 * Answers other processes that have a root key of these: each connection names its target in a line, and is taken over
 * by the holder of the target. Rejects if the address cannot be listened at.
 */
export const openRelayServer = async ({ keys, host, port = 0, find, onError }: RelayOptions) => {
  const sharedKeys = new Map(keys.map((key) => [key.id, sharedKey(key)]))
  const sockets = new Set<Socket>()
  const server = createServer(
    { ...settings, handshakeTimeout: answerMs, pskCallback: (_socket, id) => sharedKeys.get(id) ?? null },
    (socket) => {
      answer(socket, find).catch((error: Error) => {
        socket.destroy()
        onError(error)
      })
    },
  )
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    // A machine that loses its network ends no connection.
    socket.setKeepAlive(true, keepAliveMs)
    socket.once('close', () => sockets.delete(socket))
  })
  // The failed handshake of a stranger is no error of this process.
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  server.listen({ host, port })
  await once(server, 'listening')
  return {
    address: `${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

const answer = async (socket: TLSSocket, find: RelayOptions['find']) => {
  socket.on('error', () => socket.destroy())
  const line = await lineOf(socket)
  const takeOver = line === undefined ? undefined : await find(JSON.parse(line) as RelayTarget)
  if (!takeOver) return void socket.destroy()
  socket.write('here\n')
  await takeOver(socket)
}

/** Opens a connection to a target that the process at `address` holds. Rejects if it has none of these root keys. */
export const reach = async (keys: RootKeys, address: string, target: RelayTarget): Promise<TLSSocket> => {
  let failure: unknown
  // While a root key is replaced, a side may know only the former key.
  for (const key of keys) {
    try {
      return await reachBy(key, address, target)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

const reachBy = async (key: RootKeys[number], address: string, target: RelayTarget): Promise<TLSSocket> => {
  const { hostname, port } = new URL(`relay://${address}`)
  const psk = sharedKey(key)
  const socket = connect({
    ...settings,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port),
    pskCallback: () => ({ psk, identity: key.id }),
    checkServerIdentity: () => undefined,
  })
  const tooLate = setTimeout(() => socket.destroy(new Error('The relay did not answer in time')), answerMs)
  try {
    await once(socket, 'secureConnect')
    socket.on('error', () => socket.destroy())
    socket.setKeepAlive(true, keepAliveMs)
    socket.write(`${JSON.stringify(target)}\n`)
    if ((await lineOf(socket)) !== 'here') throw new Error(`The relay at ${address} did not answer`)
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    clearTimeout(tooLate)
  }
}

/** One short line; what follows it stays in the socket. Undefined if none comes in time. */
const lineOf = async (socket: Duplex): Promise<string | undefined> => {
  const late = setTimeout(() => socket.destroy(), answerMs)
  const bytes: Buffer[] = []
  const read = () => {
    for (let byte = socket.read(1) as Buffer | null; byte !== null; byte = socket.read(1) as Buffer | null) {
      if (byte[0] === 0x0a) return true
      if (bytes.push(byte) > lineMostBytes) socket.destroy()
    }
    return false
  }
  try {
    while (!read()) {
      if (socket.destroyed || socket.readableEnded) return undefined
      await readableOrClosed(socket)
    }
    return Buffer.concat(bytes).toString()
  } finally {
    clearTimeout(late)
  }
}

const readableOrClosed = async (socket: Duplex) => {
  const either = new AbortController()
  const { signal } = either
  try {
    await Promise.race([once(socket, 'readable', { signal }), once(socket, 'close', { signal })])
  } finally {
    either.abort()
  }
}
