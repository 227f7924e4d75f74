import { matchStatement, statement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Parts } from './parts.ts'

/** A process's report about its machine. */
export type Beat = ReturnType<typeof beatOf>

export const beatOf = ({ machine, sandboxes, shares, leaseMs, relay }: Parts, works: boolean) => ({
  machine,
  sandboxLimit: sandboxes.limit,
  shares,
  works,
  leaseMs,
  /** Where the process answers others; null before it does. */
  address: relay?.address ?? null,
})

/**
 * Renews the lease of a machine once a third of it is over. Before that it only reads: even a conflict would lock the
 * row, and an idle machine would write every second. See decisions/0279.
 */
export const beatText = `
  insert into machine (id, sandbox_limit, shares, address, lease_until, works_until)
  select :machine::uuid, :sandboxLimit::integer, :shares::boolean, :address::text,
    clock_timestamp() + :leaseMs::float8 * interval '1 millisecond',
    case when :works::boolean then clock_timestamp() + :leaseMs::float8 * interval '1 millisecond' end
  where not exists (
    select from machine where id = :machine and sandbox_limit = :sandboxLimit and shares = :shares
      and (:address::text is null or address is not null)
      and case when :works::boolean then coalesce(works_until, '-infinity') else lease_until end
        >= clock_timestamp() + :leaseMs::float8 * interval '0.67 milliseconds')
  on conflict (id) do update set sandbox_limit = excluded.sandbox_limit, shares = excluded.shares,
    address = coalesce(excluded.address, machine.address),
    lease_until = greatest(machine.lease_until, excluded.lease_until),
    works_until = coalesce(excluded.works_until, machine.works_until)`

const renewMachine = statement<Beat>('jobs.beat', beatText)

const lock = statement('jobs.lock-machines', `select pg_advisory_xact_lock(hashtextextended('machines', 0))`)
const others = statement<{ machine: string }, { shares: boolean }>(
  'jobs.other-machines',
  'select shares from machine where id <> :machine and lease_until > clock_timestamp()',
)
/** Writes the machine of a start; false if another machine is alive and one of the two does not share. */
export const admitMachine = async (tx: Transaction, beat: Beat): Promise<boolean> => {
  await lock(tx)
  const found = await others(tx, { machine: beat.machine })
  if (found.some(({ shares }) => !shares || !beat.shares)) return false
  await renewMachine(tx, beat)
  return true
}

/** Whether the database had several machines within the last weeks. */
export const hasSeveralMachines = matchStatement('jobs.several-machines', 'select from machine offset 1 limit 1')

/** Ends the lease; another process of the machine takes it again within a second or with its next beat. */
export const releaseMachine = statement<{ machine: string }>(
  'jobs.release-machine',
  'update machine set lease_until = clock_timestamp(), works_until = null where id = :machine',
)

const remove = statement<{ days: number; limit: number }>(
  'jobs.remove-old-machines',
  `with old as materialized (
     select id from machine where lease_until < now() - make_interval(days => :days) limit :limit),
   work as (delete from scheduled_work where split_part(name, '@', 2) in (select id::text from old))
   delete from machine using old
     where machine.id = old.id and lease_until < now() - make_interval(days => :days) returning 1`,
)
/** Removes machines whose lease ended `days` ago, and the schedules of their disks; returns their number. */
export const removeOldMachines = async (tx: Transaction, days: number, limit: number): Promise<number> =>
  (await remove(tx, { days, limit })).length

/** Renews the lease of the machine of a process that carries out no steps. */
export const startAttending = (parts: Parts): { stop(): Promise<void> } => {
  let renewing: Promise<unknown> | undefined
  const renew = () => {
    renewing ??= parts.database
      .instance((tx) => renewMachine(tx, beatOf(parts, false)))
      .catch((error: unknown) => parts.log.warn({ err: error }, 'Could not renew the lease of this machine'))
      .finally(() => (renewing = undefined))
  }
  const timer = setInterval(renew, parts.leaseMs / 3)
  renew()
  return {
    stop: async () => {
      clearInterval(timer)
      await renewing
    },
  }
}
