import { statement, type NoValues } from '../db/statement.ts'
import { insertInto } from '../db/table.ts'
import type { Transaction } from '../db/transaction.ts'
import type { SandboxBudget } from './parts.ts'
import { sandboxWait, sandboxSlot } from './tables.ts'

type SlotHolder =
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
const count = statement<
  { runId: string | null; requestId: string | null },
  { active: number; runs: number; mine: boolean; line: boolean }
>(
  'jobs.count-slots',
  `select count(*)::int as active, (count(*) filter (where kind = 'run'))::int as runs,
     coalesce(bool_or(run_id = :runId::uuid or id = :requestId::uuid), false) as mine,
     exists (select from sandbox_wait where run_id is distinct from :runId::uuid) as line
   from sandbox_slot`,
)
const take = statement<{
  requestId: string | null
  runId: string | null
  kind: string
  workspaceId: string
  process: string | null
  leaseMs: number | null
}>(
  'jobs.take-slot',
  insertInto(sandboxSlot, ['kind', 'workspaceId', 'runId', 'process'], {
    id: 'coalesce(:requestId::uuid, :runId)',
    leaseUntil: "clock_timestamp() + :leaseMs::float8 * interval '1 millisecond'",
    takenAt: 'now()',
  }),
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
  const { active, runs, mine, line } = (await count(tx, { runId, requestId })).at(0)!
  if (mine) return 'taken'
  const { limit, reserveForRequests = 1 } = budget
  const forRuns = Math.max(1, limit - reserveForRequests)
  const requests = active - runs
  const forRequests = Math.max(1, limit - 1)
  if (holder.kind === 'request' && requests >= forRequests) return { active: requests, limit: forRequests }
  const mayTake = holder.kind === 'request' || (runs < forRuns && (firstInLine || !line))
  if (active >= limit || !mayTake) return { active, limit }
  const { process, leaseMs } = holder.kind === 'request' ? holder : { process: null, leaseMs: null }
  await take(tx, { requestId, runId, kind: holder.kind, workspaceId: holder.workspaceId, process, leaseMs })
  return 'taken'
}

const freeRun = statement<{ runId: string }>('jobs.free-run-slot', `delete from sandbox_slot where run_id = :runId`)
export const freeRunSlot = (tx: Transaction, runId: string) => freeRun(tx, { runId })

const freeRequest = statement<{ id: string }>(
  'jobs.free-request-slot',
  `delete from sandbox_slot where id = :id and kind = 'request'`,
)
export const freeRequestSlot = (tx: Transaction, id: string) => freeRequest(tx, { id })

const renew = statement<{ ids: readonly string[]; leaseMs: number }, { id: string }>(
  'jobs.renew-slots',
  `update sandbox_slot set lease_until = clock_timestamp() + :leaseMs::float8 * interval '1 millisecond' where id = any(:ids) returning id`,
)
export const renewSlots = async (tx: Transaction, ids: readonly string[], leaseMs: number) =>
  new Set((await renew(tx, { ids, leaseMs })).map(({ id }) => id))

const held = statement<{ ids: readonly string[] }, { id: string }>(
  'jobs.held-slots',
  `select id from sandbox_slot where id = any(:ids::uuid[]) and (lease_until is null or lease_until >= now())`,
)
/** Which of these slots are held. */
export const heldSlots = async (tx: Transaction, ids: readonly string[]) =>
  new Set((await held(tx, { ids })).map(({ id }) => id))

const join = statement<{ workspaceId: string; id: string }>(
  'jobs.join-line',
  insertInto(sandboxWait, ['workspaceId'], { runId: ':id' }, 'on conflict (run_id) do nothing'),
)
export const joinSlotQueue = (tx: Transaction, run: { workspaceId: string; id: string }) => join(tx, run)

const leave = statement<{ runId: string }>('jobs.leave-line', `delete from sandbox_wait where run_id = :runId`)
export const leaveSlotQueue = (tx: Transaction, runId: string) => leave(tx, { runId })

const head = statement<NoValues, { workspaceId: string; runId: string }>(
  'jobs.head-of-line',
  `select workspace_id as "workspaceId", run_id as "runId" from sandbox_wait order by position limit 1`,
)
export const nextInSlotQueue = async (tx: Transaction) => (await head(tx)).at(0)
