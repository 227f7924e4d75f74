import {
  serveWebDesktop,
  startDesktop,
  startViewer,
  type DesktopLogin,
  type DesktopPrograms,
} from '../../../execution/desktop/desktop.ts'
import type { WebSocket } from 'ws'
import type { Caller } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { SocketRoute } from '../../../platform/http/index.ts'
import type { Relay } from '../../../platform/relay/relay.ts'
import { holderOf, type Holder } from './access-watch.ts'
import type { Credential } from './credentials.ts'
import { openArrivals, type ServeFar } from './far.ts'
import type { LentSandbox, Reserved } from './people-sandboxes.ts'
import { desktopSocket, whyNoDesktop } from './rules.ts'
import { beginSession, type SessionParts } from './sessions.ts'
import { sessionMs } from './terminals.ts'

interface DesktopParts extends SessionParts {
  readonly isOn: boolean
  readonly isolates: boolean
  readonly programs: DesktopPrograms
  readonly idleMs: number
  readonly relay: Relay | undefined
  readonly onError: (error: unknown) => void
}

/** The desktops of this process: one for each sandbox of people, until it was not steered for the idle time. */
export interface Desktops {
  /** Why this server has no desktops, as a sentence; undefined if it has them. */
  readonly unavailable: string | undefined
  /** Reserves the sandbox with the transaction; the desktop starts after it, and a running desktop continues. */
  start(tx: Transaction, projectId: string): Promise<Reserved>
  /** `started` also if another process has the sandbox. */
  state(workspace: string, projectId: string): Promise<'none' | 'sandbox' | 'started'>
  /** A credential that shows the desktop once, and takes keys and pointer if `canSteer`. */
  mint(caller: Caller, projectId: string, canSteer: boolean): Promise<Credential>
  readonly socket: SocketRoute
  readonly serveFar: ServeFar
  /** Ends the desktop of a project that was archived or deleted. */
  stop(projectId: string): void
  close(): void
}

export interface DesktopOperationParts {
  readonly desktops: Desktops
  readonly linkTo: (path: string) => string
}

interface Entrant {
  readonly holder: Holder
  readonly canSteer: boolean
}

interface Desktop {
  readonly lent: Promise<LentSandbox>
  /** Aborts with a sentence when the desktop ends. */
  readonly stopping: AbortController
  touch(): void
}

export const openDesktops = (parts: DesktopParts): Desktops => {
  const { people, isOn, isolates, programs, onError } = parts
  const desktops = new Map<string, Desktop>()
  const arrivals = openArrivals<Entrant>(parts, 'desktop')

  const begin = (workspace: string, projectId: string) => {
    const running = desktops.get(projectId)
    if (running) {
      running.touch()
      return
    }
    const desktop = openDesktop(parts, workspace, projectId)
    desktops.set(projectId, desktop)
    desktop.lent.catch(onError)
    desktop.stopping.signal.addEventListener('abort', () => desktops.delete(projectId))
  }
  const enter = async ({ holder, canSteer }: Entrant): Promise<DesktopLogin | undefined> => {
    // Whoever may steer also starts the desktop, if another process reserved a sandbox here.
    if (canSteer && people.sandboxes.isHere(holder.projectId)) begin(holder.workspaceId, holder.projectId)
    const desktop = desktops.get(holder.projectId)
    if (!desktop || !(await people.watch.isGood(holder))) return undefined
    return openLogin(parts, desktop, { holder, canSteer })
  }
  const serve = (entrant: Entrant) => (socket: WebSocket) => serveWebDesktop(socket, enter(entrant))
  return {
    unavailable: whyNoDesktop({ isOn, isolates, missing: programs.missing }),
    start: async (tx, projectId) => {
      const reserved = await people.sandboxes.reserve(tx, projectId)
      if (reserved === 'reserved')
        tx.afterCommit(() => {
          if (people.sandboxes.isHere(projectId)) begin(tx.workspace!, projectId)
        })
      return reserved
    },
    state: async (workspace, projectId) => {
      if (desktops.has(projectId) || (await people.sandboxes.elsewhere(workspace, projectId)) !== undefined)
        return 'started'
      return people.sandboxes.isRunning(projectId) ? 'sandbox' : 'none'
    },
    mint: (caller, projectId, canSteer) =>
      parts.database.within(caller.workspaceId, (tx) =>
        arrivals.mint(tx, { holder: holderOf(caller, projectId, canSteer ? 'steer' : 'view'), canSteer }),
      ),
    socket: arrivals.socket(desktopSocket, serve),
    serveFar: (entrant) => serve(entrant as Entrant),
    stop: (projectId) => desktops.get(projectId)?.stopping.abort('The desktop stopped with its project.'),
    close: () => {
      for (const { stopping } of desktops.values()) stopping.abort('The server stops.')
    },
  }
}

/** Starts the desktop in the sandbox of the project. It ends with its screen, and when it was not steered for long. */
const openDesktop = (parts: DesktopParts, workspace: string, projectId: string): Desktop => {
  const { people, programs, idleMs, onError } = parts
  const stopping = new AbortController()
  const minutes = Math.ceil(idleMs / 60_000)
  const idle = setTimeout(() => stopping.abort(`The desktop stopped after ${minutes} minutes without use.`), idleMs)
  idle.unref()
  stopping.signal.addEventListener('abort', () => clearTimeout(idle))
  const start = async () => {
    const lent = await people.sandboxes.use(workspace, projectId)
    if (!lent) throw new Error(`Nothing is reserved for the desktop of project ${projectId}`)
    const { browser } = programs
    const running = startDesktop(lent.sandbox, { browser, wallMs: sessionMs, signal: stopping.signal })
    running.ended
      .catch(onError)
      .then(() => {
        lent.release()
        stopping.abort('The desktop ended.')
      })
      .catch(onError)
    await running.ready
    return lent
  }
  const lent = start()
  lent.catch(() => stopping.abort('The desktop could not be started.'))
  return { lent, stopping, touch: () => void idle.refresh() }
}

/** One person who sees a desktop. It ends with their access, with the desktop, and after twelve hours. */
const openLogin = async (
  parts: DesktopParts,
  { lent, stopping, touch }: Desktop,
  { holder, canSteer }: Entrant,
): Promise<DesktopLogin> => {
  const { sandbox, commitSha } = await lent
  const session = await beginSession(parts, holder, {
    kind: 'desktop',
    details: { commitSha, canSteer },
    endsWith: stopping.signal,
    onRelease: () => undefined,
    onError: parts.onError,
  })
  return {
    ...session,
    // A viewer who does not steer does not keep it open.
    touch: canSteer ? touch : () => undefined,
    start: (options) => startViewer(sandbox, { ...options, canSteer, wallMs: sessionMs }),
  }
}
