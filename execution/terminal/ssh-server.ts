import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import ssh2 from 'ssh2'
import { networkOf, openPlaces, pools } from '../../platform/waiting/index.ts'
import type { PlaceHolder, Places, SilentHolder } from '../../platform/waiting/index.ts'
import { watchClosedOutputs, type ClosedOutputs } from './closed-outputs.ts'
import { serveChannel, type ChannelLogin } from './ssh-channel.ts'

/** A person who was let in, for as long as their connection lasts. */
export interface TerminalLogin extends ChannelLogin {
  /** Whose share of the connections it counts in. */
  readonly holder: PlaceHolder
  /** Called once when the connection is over. */
  release(): void
}

interface SshOptions {
  readonly host: string
  /** 0 takes any that is free. */
  readonly port: number
  /** The private key of the server, in OpenSSH's format. */
  readonly hostKey: string
  /** Lets a person in, once for each credential. Undefined if user and password fit none. */
  readonly admit: (user: string, password: string) => Promise<TerminalLogin | undefined>
  readonly onError: (error: Error) => void
}

/** Limits for a connection. */
export const sshLimits = {
  /** The time of a client for its key exchange, and for its whole login. */
  exchangeMs: 5_000,
  loginMs: 20_000,
  tries: 3,
  /** Bytes that a client may send before its sign-in. */
  strangerBytes: 64 * 1024,
  channels: 10,
  channelsEver: 1_000,
  /** Bytes that may wait for a client that does not read. */
  waitingBytes: 16 * 1024 * 1024,
} as const

const cutGraceMs = 400

/** The algorithms for clients: no broken hash, and no compression before the login, where strangers could use it. */
const algorithms = {
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
  compress: ['none', 'zlib@openssh.com'],
} satisfies ssh2.Algorithms

// OpenSSH's client reports a closed reader only to a server whose name begins like this.
const ident = 'OpenSSH_compatible_Atelier'

/**
 * Serves SSH: sessions with a shell, a command or SFTP, which `admit` answers for. Requests for forwarding of ports,
 * sockets, agents and displays are refused. Rejects when the address cannot be listened on. See decisions/0167.
 */
export const openSshServer = async (options: SshOptions) => {
  const sockets = new Set<Socket>()
  const strangers = openPlaces(pools.sshStrangers)
  const connections = openPlaces(pools.sshConnections)
  const listener = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    const stranger = boundStranger(socket)
    const endPlace = strangers.take({ address: networkOf(socket.remoteAddress ?? '') }, stranger)
    if (typeof endPlace === 'string') {
      stranger.end()
      socket.destroy()
      return
    }
    sockets.add(socket)
    const known = () => {
      stranger.end()
      endPlace()
    }
    socket.once('close', () => {
      known()
      sockets.delete(socket)
    })
    serveSocket(socket, options, { connections, known, exchanged: stranger.exchanged })
  })
  listener.listen({ host: options.host, port: options.port })
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    close: async () => {
      const closed = once(listener, 'close')
      listener.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

interface Stranger extends SilentHolder {
  /** The client has agreed on keys with the server, unlike a client that only holds a place. */
  exchanged(): void
  /** Ends what bounds it. */
  end(): void
}

/** Ends a connection that takes too long to agree on keys or to identify itself, or sends too much. */
const boundStranger = (socket: Socket): Stranger => {
  let isStranger = true
  let hasExchanged = false
  let heardAtMs = performance.now()
  const loginTimer = setTimeout(() => socket.destroy(), sshLimits.loginMs)
  const exchangeTimer = setTimeout(() => socket.destroy(), sshLimits.exchangeMs)
  const watch = () => {
    heardAtMs = performance.now()
    if (isStranger && socket.bytesRead > sshLimits.strangerBytes) socket.destroy()
    if (socket.writableLength > sshLimits.waitingBytes) socket.destroy()
  }
  socket.on('data', watch)
  return {
    // A person may type a password for long: who has agreed on no keys goes first.
    silentMs: () => performance.now() - heardAtMs + (hasExchanged ? 0 : sshLimits.loginMs),
    displaced: () => socket.destroy(),
    exchanged: () => {
      hasExchanged = true
      clearTimeout(exchangeTimer)
    },
    end: () => {
      clearTimeout(loginTimer)
      clearTimeout(exchangeTimer)
      isStranger = false
    },
  }
}

interface Arrived {
  readonly connections: Places
  readonly exchanged: () => void
  /** Ends what bounds a stranger. */
  readonly known: () => void
}

/** Each connection has a server of its own, so that ssh2's `debug` lines are only about that connection. */
const serveSocket = (socket: Socket, options: SshOptions, arrived: Arrived) => {
  const outputs = watchClosedOutputs()
  const ssh = new ssh2.Server({
    hostKeys: [options.hostKey],
    ident,
    algorithms,
    keepaliveInterval: 15_000,
    keepaliveCountMax: 3,
    debug: outputs.debug,
  })
  ssh.on('connection', (client) => serveClient(client, socket, options, { ...arrived, outputs }))
  ssh.on('error', options.onError)
  ssh.injectSocket(socket)
}

interface Connected extends Arrived {
  readonly outputs: ClosedOutputs
}

const serveClient = (client: ssh2.Connection, socket: Socket, { admit }: SshOptions, connected: Connected) => {
  const { connections, exchanged, known, outputs } = connected
  let tries = 0
  let login: TerminalLogin | undefined
  const closed = new AbortController()
  client.on('error', () => socket.destroy())
  client.once('handshake', exchanged)
  socket.once('close', () => {
    closed.abort()
    login?.release()
  })
  client.on('authentication', (context) => {
    if (context.method !== 'password' || login) {
      context.reject(['password'])
      return
    }
    tries += 1
    if (tries > sshLimits.tries) {
      socket.destroy()
      return
    }
    admit(context.username, context.password).then(
      (admitted) => {
        if (!admitted) context.reject(['password'])
        else {
          const endPlace = connections.take(admitted.holder)
          if (typeof endPlace === 'string' || closed.signal.aborted || admitted.ends.aborted) {
            if (typeof endPlace !== 'string') endPlace()
            admitted.release()
            socket.destroy()
            return
          }
          login = admitted
          socket.once('close', endPlace)
          known()
          serveSessions(client, socket, admitted, outputs)
          context.accept()
        }
      },
      () => socket.destroy(),
    )
  })
}

const serveSessions = (client: ssh2.Connection, socket: Socket, login: TerminalLogin, outputs: ClosedOutputs) => {
  let open = 0
  let ever = 0
  client.on('session', (accept, reject) => {
    ever += 1
    if (ever > sshLimits.channelsEver) socket.destroy()
    else if (open >= sshLimits.channels) reject()
    else {
      open += 1
      const session = accept()
      session.once('close', () => {
        open -= 1
      })
      serveChannel(session, login, outputs)
    }
  })
  // The channels write why it ends; a client that does not take the farewell is cut all the same.
  const cut = () => {
    setTimeout(() => client.end(), cutGraceMs / 2)
    setTimeout(() => socket.destroy(), cutGraceMs)
  }
  login.ends.addEventListener('abort', cut, { once: true })
  socket.once('close', () => login.ends.removeEventListener('abort', cut))
}
