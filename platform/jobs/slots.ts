import { statement, type Transaction } from '../db/transaction.ts'
import type { SandboxBudget } from './parts.ts'

export type SlotHolder =
  | { readonly kind: 'run'; readonly workspaceId: string; readonly runId: string }
  /** A request whose caller waits: `process` renews the lease, and the slot ends with it. */
  | {
      readonly kind: 'request'
      readonly id: string
      readonly workspaceId: string
      readonly process: string
      readonly leaseMs: number
    }

export type SlotAnswer = 'taken' | { readonly active: number; readonly limit: number }

const lockSlots = statement('jobs.lock-slots', `select pg_advisory_xact_lock(hashtextextended('sandbox slots', 0))`)
const expire = statement('jobs.expire-slots', `delete from sandbox_slot where lease_until < now()`)
const count = statement<{ active: number; runs: number; mine: boolean; line: boolean }>(
  'jobs.count-slots',
  `select count(*)::int as active, (count(*) filter (where kind = 'run'))::int as runs,
     coalesce(bool_or(run_id = $1::uuid or id = $2::uuid), false) as mine,
     exists (select from sandbox_wait where run_id is distinct from $1::uuid) as line
   from sandbox_slot`,
)
const take = statement(
  'jobs.take-slot',
  `insert into sandbox_slot (id, kind, workspace_id, run_id, process, lease_until, taken_at)
   values (coalesce($1::uuid, $2), $3, $4, $2, $5, clock_timestamp() + $6::float8 * interval '1 millisecond', now())`,
)

/**
 * Takes one of the instance's sandbox slots in the caller's transaction; a holder that has one keeps it.
 * A run stands in line behind those who came before it; requests do not. Neither takes the last slot of the other:
 * `reserveForRequests` slots are for requests alone, and one is for runs. A request is told the share of requests.
 * Every other taker waits until this transaction ends, so keep what follows short.
 */
export const takeSlot = async (
  tx: Transaction,
  holder: SlotHolder,
  budget: SandboxBudget,
  { firstInLine = false } = {},
): Promise<SlotAnswer> => {
  const runId = holder.kind === 'run' ? holder.runId : null
  const requestId = holder.kind === 'request' ? holder.id : null
  await lockSlots(tx)
  await expire(tx)
  const { active, runs, mine, line } = (await count(tx, [runId, requestId])).at(0)!
  if (mine) return 'taken'
  const { limit, reserveForRequests = 1 } = budget
  const forRuns = Math.max(1, limit - reserveForRequests)
  const [requests, forRequests] = [active - runs, Math.max(1, limit - 1)]
  if (holder.kind === 'request' && requests >= forRequests) return { active: requests, limit: forRequests }
  const mayTake = holder.kind === 'request' || (runs < forRuns && (firstInLine || !line))
  if (active >= limit || !mayTake) return { active, limit }
  const lease = holder.kind === 'request' ? [holder.process, holder.leaseMs] : [null, null]
  await take(tx, [requestId, runId, holder.kind, holder.workspaceId, ...lease])
  return 'taken'
}

const freeRun = statement('jobs.free-run-slot', `delete from sandbox_slot where run_id = $1`)
export const freeRunSlot = (tx: Transaction, runId: string) => freeRun(tx, [runId])

const freeRequest = statement('jobs.free-request-slot', `delete from sandbox_slot where id = $1 and kind = 'request'`)
export const freeRequestSlot = (tx: Transaction, id: string) => freeRequest(tx, [id])

const renew = statement<{ id: string }>(
  'jobs.renew-slots',
  `update sandbox_slot set lease_until = clock_timestamp() + $2::float8 * interval '1 millisecond' where id = any($1) returning id`,
)
export const renewSlots = async (tx: Transaction, ids: readonly string[], leaseMs: number) =>
  new Set((await renew(tx, [ids, leaseMs])).map(({ id }) => id))

const join = statement(
  'jobs.join-line',
  `insert into sandbox_wait (workspace_id, run_id) values ($1, $2) on conflict (run_id) do nothing`,
)
export const joinLine = (tx: Transaction, run: { workspaceId: string; id: string }) =>
  join(tx, [run.workspaceId, run.id])

const leave = statement('jobs.leave-line', `delete from sandbox_wait where run_id = $1`)
export const leaveLine = (tx: Transaction, runId: string) => leave(tx, [runId])

const head = statement<{ workspaceId: string; runId: string }>(
  'jobs.head-of-line',
  `select workspace_id as "workspaceId", run_id as "runId" from sandbox_wait order by position limit 1`,
)
export const headOfLine = async (tx: Transaction) => (await head(tx)).at(0)
