import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import {
  openFarLogin,
  openSshServer,
  serveFarLogin,
  serveFarProgram,
  serveWebTerminal,
  startSftp,
  startShell,
  type HostKey,
  type ProgramRequest,
  type Shell,
  type TerminalLogin,
} from '../../../execution/terminal/index.ts'
import type { WebSocket } from 'ws'
import type { Caller } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { SocketRoute } from '../../../platform/http/index.ts'
import { reach, type Relay } from '../../../platform/relay/relay.ts'
import { holderOf, placeHolderOf, type Holder } from './access-watch.ts'
import type { Minted } from './credentials.ts'
import { openArrivals, type ServeFar } from './far.ts'
import type { Reserved } from './people-sandboxes.ts'
import { beginSession, type SessionParts } from './sessions.ts'
import { greetingOf, terminalSocket, type SshAddress } from './rules.ts'

interface TerminalParts extends SessionParts {
  readonly idleMs: number
  readonly relay: Relay | undefined
  readonly onError: (error: unknown) => void
}

interface TerminalSettings {
  readonly hostKey: HostKey
  readonly host: string
  readonly port: number
  /** The host that people connect to, if it is not `host`. */
  readonly publicHost: string | undefined
}

/** The SSH server of this process, which lets people into the sandboxes of their projects. */
export interface Terminals {
  /** Where people connect to; undefined while SSH is off. */
  address(): (SshAddress & Pick<HostKey, 'publicKey' | 'fingerprint'>) | undefined
  /** Reserves a sandbox with the transaction, and returns a credential that is good after it. */
  mint(tx: Transaction, caller: Caller, project: NamedProject): Promise<Minted | Exclude<Reserved, 'reserved'>>
  /** Begins to listen. Rejects if the address is in use. */
  listen(settings: TerminalSettings): Promise<void>
  /** The route for browsers: the credential is user and password. */
  readonly socket: SocketRoute
  readonly serveFar: ServeFar
  /** Serves the connection of a person who arrived at another process by SSH, and its programs. */
  lendLogin(login: FarLogin): (socket: Duplex) => Promise<void>
  /** Lends the program of a login; undefined if this process does not serve the login. */
  lendProgram(id: string): ((socket: Duplex) => Promise<void>) | undefined
  close(): Promise<void>
}

export interface NamedProject {
  readonly id: string
  readonly name: string
}

export interface FarLogin {
  readonly id: string
  readonly entrant: object
}

interface Entrant {
  readonly holder: Holder
  readonly project: NamedProject
}

export const sessionMs = 12 * 60 * 60_000
// In effect no limit.
const outputBytesMost = 1024 ** 4

export const openTerminals = (parts: TerminalParts): Terminals => {
  const { sandboxes, watch } = parts.people
  const arrivals = openArrivals<Entrant>(parts, 'terminal')
  const farLogins = new Map<string, TerminalLogin>()
  let listening: { readonly address: NonNullable<ReturnType<Terminals['address']>>; close(): Promise<void> } | undefined

  const enter = async (entrant: Entrant): Promise<TerminalLogin | undefined> => {
    if (!(await watch.isGood(entrant.holder))) return undefined
    try {
      return await openLogin(parts, entrant)
    } catch (error) {
      parts.onError(error)
      throw error
    }
  }
  const admit = async (user: string, password: string) => {
    const arrived = await arrivals.arrive(user, password)
    if (!arrived) return undefined
    const { entrant, address } = arrived
    return address === undefined ? enter(entrant) : enterElsewhere(parts, entrant, address)
  }
  const serve = (entrant: Entrant) => (socket: WebSocket) => serveWebTerminal(socket, enter(entrant))

  return {
    address: () => listening?.address,
    mint: async (tx, caller, project) => {
      const reserved = await sandboxes.reserve(tx, project.id)
      if (reserved !== 'reserved') return reserved
      return arrivals.mint(tx, { holder: holderOf(caller, project.id), project })
    },
    listen: async ({ hostKey, host, port, publicHost }) => {
      const server = await openSshServer({ host, port, hostKey: hostKey.privateKey, admit, onError: parts.onError })
      const { publicKey, fingerprint } = hostKey
      listening = {
        address: { host: publicHost ?? host, port: server.port, publicKey, fingerprint },
        close: () => server.close(),
      }
    },
    socket: arrivals.socket(terminalSocket, serve),
    serveFar: (entrant) => serve(entrant as Entrant),
    lendLogin:
      ({ id, entrant }) =>
      async (socket) => {
        const login = await enter(entrant as Entrant)
        if (!login) return void socket.destroy()
        farLogins.set(id, login)
        await serveFarLogin(socket, login).finally(() => farLogins.delete(id))
      },
    lendProgram: (id) => {
      const login = farLogins.get(id)
      return login && ((socket) => serveFarProgram(socket, login))
    },
    close: async () => listening?.close(),
  }
}

/** One connection of a person. It ends with its access, after twelve hours, and when nothing is typed or printed. */
const openLogin = async (parts: TerminalParts, { holder, project }: Entrant): Promise<TerminalLogin | undefined> => {
  const lent = await parts.people.sandboxes.use(holder.workspaceId, project.id)
  if (!lent) return undefined
  const idle = openIdleTimer(parts.idleMs)
  const session = await beginSession(parts, holder, {
    kind: 'terminal',
    details: { commitSha: lent.commitSha },
    endsWith: idle.ends,
    onRelease: () => {
      idle.stop()
      lent.release()
    },
    onError: parts.onError,
  })
  return {
    ...session,
    holder: placeHolderOf(holder),
    greeting: greetingOf({ projectName: project.name, idleMinutes: Math.ceil(parts.idleMs / 60_000) }),
    start: async (request) => startProgram(lent.sandbox, request, idle.touch),
  }
}

/** A connection by SSH to the process that has the sandbox: one of the relay for it, and one for each of its programs. */
const enterElsewhere = async ({ relay, onError }: TerminalParts, entrant: Entrant, address: string) => {
  const id = randomUUID()
  if (!relay) return undefined
  try {
    return await openFarLogin(placeHolderOf(entrant.holder), (what) =>
      reach(relay.keys, address, what === 'login' ? { kind: 'ssh-login', id, entrant } : { kind: 'ssh-program', id }),
    )
  } catch (error) {
    onError(error)
    throw error
  }
}

const startProgram = (
  sandbox: Parameters<typeof startShell>[0],
  { sftp, ...request }: ProgramRequest,
  touch: () => void,
): Shell => {
  const onOutput: ProgramRequest['onOutput'] = (stream, chunk) => {
    touch()
    return request.onOutput(stream, chunk)
  }
  const options = { ...request, onOutput, limits: { wallMs: sessionMs, outputBytes: outputBytesMost } }
  const shell = sftp ? startSftp(sandbox, options) : startShell(sandbox, options)
  shell.input.on('pipe', (from) => from.on('data', touch))
  return shell
}

const openIdleTimer = (idleMs: number) => {
  const controller = new AbortController()
  const end = () => controller.abort('The session ended because nothing was typed or printed.')
  const timer = setTimeout(end, idleMs).unref()
  return { ends: controller.signal, touch: () => void timer.refresh(), stop: () => clearTimeout(timer) }
}
