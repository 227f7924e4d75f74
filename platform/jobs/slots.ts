import { rowStatement, statement } from '../db/statement.ts'
import { insertInto } from '../db/table.ts'
import type { Transaction } from '../db/transaction.ts'
import { type Beat, beatText } from './machines.ts'
import type { Parts } from './parts.ts'
import { decideElsewhere, decideSlot, type MachineLoad, slotChange, type SlotRefusal } from './slot-rules.ts'
import { sandboxWait, sandboxSlot } from './tables.ts'

/** Where people work in a sandbox. */
export interface PeoplePlace {
  readonly projectId: string
  /** Undefined if there are no others. */
  readonly address: string | undefined
}

/** A request whose caller waits: `process` renews the lease, and the slot ends with it. */
interface RequestHolder {
  /** `people` stay for as long as they work in it. */
  readonly kind: 'request' | 'people'
  readonly id: string
  readonly workspaceId: string
  readonly process: string
  readonly leaseMs: number
  /** The project of the sandbox, and the address at which the process answers others. */
  readonly place?: PeoplePlace | undefined
}

const lockSlots = statement('jobs.lock-slots', `select pg_advisory_xact_lock(hashtextextended('sandbox slots', 0))`)
const expire = statement('jobs.expire-slots', `delete from sandbox_slot where lease_until < now()`)
const count = statement<
  { machine: string; limit: number; runId: string | null; requestId: string | null; workspaceId: string },
  MachineLoad & { line: boolean }
>(
  'jobs.count-slots',
  `with living as (
     select :machine::uuid as id, :limit::int as "limit", true as works, null::text as address
     union all select id, sandbox_limit, coalesce(works_until > now()::timestamptz(3), false), address from machine
       where id <> :machine::uuid and lease_until > now()::timestamptz(3))
   select m.id, m."limit", m.works, m.address, count(s.id)::int as active,
     (count(s.id) filter (where s.kind = 'run'))::int as runs,
     (count(s.id) filter (where s.kind = 'people'))::int as people,
     (count(s.id) filter (where s.kind = 'people' and s.workspace_id = :workspaceId))::int as "ownPeople",
     (count(s.id) filter (where s.kind = 'request' and s.workspace_id = :workspaceId))::int as "ownRequests",
     coalesce(bool_or(s.run_id = :runId::uuid or s.id = :requestId::uuid), false) as holds,
     coalesce(bool_or(s.alone and s.run_id = :runId::uuid), false) as "holdsAlone",
     coalesce(bool_or(s.alone and s.run_id is distinct from :runId::uuid), false) as alone,
     exists (select from sandbox_wait where run_id is distinct from :runId::uuid) as line
   from living m left join sandbox_slot s on s.machine_id = m.id group by m.id, m."limit", m.works, m.address`,
)
const take = statement<{
  requestId: string | null
  runId: string | null
  kind: string
  workspaceId: string
  process: string | null
  leaseMs: number | null
  machine: string
  projectId: string | null
  address: string | null
  alone: boolean
}>(
  'jobs.take-slot',
  insertInto(
    sandboxSlot,
    ['kind', 'workspaceId', 'runId', 'process', 'projectId', 'address', 'alone'],
    {
      id: 'coalesce(:requestId::uuid, :runId)',
      leaseUntil: "clock_timestamp() + :leaseMs::float8 * interval '1 millisecond'",
      takenAt: 'now()',
      machineId: ':machine',
    },
    'on conflict (id) do update set machine_id = excluded.machine_id, alone = excluded.alone',
  ),
)

const findPlace = rowStatement<{ projectId: string }, { address: string | null }>(
  'jobs.find-place-of-people',
  `select address from sandbox_slot where kind = 'people' and project_id = :projectId
     and lease_until >= now()::timestamptz(3)`,
)
/** Whether a process has the slot of people of a project. No other one takes it until this transaction ends. */
export const hasSlotOfPeople = async (tx: Transaction, projectId: string): Promise<boolean> => {
  await lockSlots(tx)
  return (await findPlace(tx, { projectId })) !== undefined
}
/** Where the process answers that has the sandbox of people of a project; undefined if none has, or none answers. */
export const addressOfPeople = async (tx: Transaction, projectId: string): Promise<string | undefined> =>
  (await findPlace(tx, { projectId }))?.address ?? undefined

/**
 * Takes one of this machine's sandbox slots in the caller's transaction; a holder keeps its slot, and a run with a slot
 * on another machine moves to this machine. A run waits in line behind those before it; requests do not. Neither takes
 * the last slot of the other: on each machine a slot is only for requests, and a slot only for runs. `left` is a run
 * that another machine has a slot for. With `alone` no other step begins on the machine afterwards, and `wait` means
 * that some have not ended. A refused run has no slot afterwards. Every other taker waits until this transaction ends,
 * so keep what follows short.
 */
export const takeSlot = async (
  tx: Transaction,
  holder: { readonly kind: 'run'; readonly workspaceId: string; readonly runId: string } | RequestHolder,
  { machine, sandboxes }: Pick<Parts, 'machine' | 'sandboxes'>,
  { firstInLine = false, alone = false } = {},
): Promise<'taken' | 'left' | 'wait' | SlotRefusal> => {
  const { kind, workspaceId } = holder
  const runId = kind === 'run' ? holder.runId : null
  const requestId = kind === 'run' ? null : holder.id
  const { limit } = sandboxes
  await lockSlots(tx)
  await expire(tx)
  const loads = await count(tx, { machine, limit, runId, requestId, workspaceId })
  const line = loads.some((load) => load.line)
  const decision = decideSlot(loads, { kind, machine, line, firstInLine, alone })
  const own = loads.find(({ id }) => id === machine)!
  const { slot, answer } = slotChange(decision, own, alone)
  if (runId && slot === 'mark') await setAlone(tx, { runId, alone })
  if (runId && slot === 'give back') await freeRunSlot(tx, { runId })
  if (slot !== 'take') return answer
  const { process, leaseMs } = kind === 'run' ? { process: null, leaseMs: null } : holder
  const { projectId = null, address = null } = (kind === 'run' ? undefined : holder.place) ?? {}
  await take(tx, { requestId, runId, kind, workspaceId, process, leaseMs, machine, projectId, address, alone })
  return answer
}

/**
 * Takes the slot of another machine for a request that its own machine had none for, in the same transaction. Returns
 * the address of the process that does the work; undefined if no machine has one.
 */
export const takeSlotElsewhere = async (
  tx: Transaction,
  { id, workspaceId, process, leaseMs }: Pick<RequestHolder, 'id' | 'workspaceId' | 'process' | 'leaseMs'>,
  { machine, sandboxes: { limit } }: Pick<Parts, 'machine' | 'sandboxes'>,
): Promise<string | undefined> => {
  const loads = await count(tx, { machine, limit, runId: null, requestId: id, workspaceId })
  const other = decideElsewhere(loads, machine)
  if (!other) return undefined
  const holder = { requestId: id, runId: null, kind: 'request', workspaceId, process, leaseMs }
  await take(tx, { ...holder, machine: other.id, projectId: null, address: null, alone: false })
  return other.address!
}

const setAlone = statement<{ runId: string; alone: boolean }>(
  'jobs.set-slot-alone',
  'update sandbox_slot set alone = :alone where run_id = :runId',
)

const place = rowStatement<{ runId: string; machine: string }, { address: string | null }>(
  'jobs.machine-of-run',
  `select m.address from sandbox_slot s join machine m on m.id = s.machine_id
   where s.run_id = :runId and m.id <> :machine and m.lease_until > now()::timestamptz(3)`,
)
/** The address of the other machine with the run's sandbox; undefined if it is this machine, or does not answer. */
export const addressOfRun = async (tx: Transaction, runId: string, machine: string): Promise<string | undefined> =>
  (await place(tx, { runId, machine }))?.address ?? undefined

export const freeRunSlot = statement<{ runId: string }>(
  'jobs.free-run-slot',
  `delete from sandbox_slot where run_id = :runId`,
)

export const freeRequestSlot = statement<{ id: string }>(
  'jobs.free-request-slot',
  `delete from sandbox_slot where id = :id and kind <> 'run'`,
)

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

export const joinSlotQueue = statement<{ workspaceId: string; id: string }>(
  'jobs.join-line',
  insertInto(sandboxWait, ['workspaceId'], { runId: ':id' }, 'on conflict (run_id) do nothing'),
)

export const leaveSlotQueue = statement<{ runId: string }>(
  'jobs.leave-line',
  `delete from sandbox_wait where run_id = :runId`,
)

/** Renews the lease of a machine that carries out steps, in the statement that looks at the line every second. */
export const nextInSlotQueue = rowStatement<Beat, { workspaceId: string; runId: string }>(
  'jobs.head-of-line',
  `with beat as (${beatText}) select workspace_id as "workspaceId", run_id as "runId" from sandbox_wait
   order by position limit 1`,
)
