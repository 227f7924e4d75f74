import { AsyncLocalStorage } from 'node:async_hooks'
import type { Role } from './pool.ts'
import type { TurnInput } from '../waiting/index.ts'

/** A request, as far as its turns at the connections depend on it. */
export interface RequestWork {
  readonly network: string
  /** The first workspace that it worked in. */
  workspace?: string
  /** Roles in which it had a turn: what has begun is not refused half-way. */
  readonly begun: Set<Role>
  /** Its transactions that are open now. */
  readonly open: Record<Role, number>
}

export const newRequestWork = (network: string): RequestWork => ({
  network,
  begun: new Set(),
  open: { identity: 0, tenant: 0 },
})

const current = new AsyncLocalStorage<RequestWork>()

/** Runs the work of a request; transactions outside of it are the server's own work. */
export const withinRequest = <T>(request: RequestWork, work: () => T): T => current.run(request, work)

export const currentRequest = (): RequestWork | undefined => current.getStore()

// Memory is bounded by it: each request that waits holds its data read so far.
const queueMax = 200
const firstWaitMs = 5_000
const laterWaitMs = 20_000

/** The turn of a transaction: one workspace, or one network without a workspace, gets half of the connections. */
export const turnOf = (
  request: RequestWork | undefined,
  role: Role,
  workspace: string | undefined,
  connections: number,
): TurnInput => {
  const unbounded = { runningMax: Infinity, waitingMax: Infinity, waitMs: laterWaitMs }
  if (!request) return { key: 'server', ...unbounded }
  request.workspace ??= workspace
  const owner = workspace ?? (role === 'tenant' ? request.workspace : undefined)
  const key = owner ?? `network ${request.network}`
  // It holds a connection while it waits for another connection: behind its own share it might wait for itself.
  if (request.open[role] > 0) return { key: `${key} inside`, ...unbounded }
  const hasBegun = request.begun.has(role) || request.begun.has('tenant')
  const share = { key, runningMax: Math.ceil(connections / 2) }
  return hasBegun
    ? { ...share, waitingMax: Infinity, waitMs: laterWaitMs }
    : { ...share, waitingMax: queueMax, waitMs: firstWaitMs }
}
