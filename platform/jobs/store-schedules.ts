import { matchStatement, oneRowStatement, statement } from '../db/statement.ts'

/** Adds missing schedules and claims due ones; `waitMs` is the time until the next may be due. */
export const claimSchedules = oneRowStatement<
  { names: readonly string[]; seconds: readonly number[]; process: string; leaseMs: number },
  { claimed: string[]; waitMs: number | null }
>(
  'jobs.claim-schedules',
  `with missing as (
     insert into scheduled_work (name, due_at) select n.name, now() + n.seconds * interval '1 second'
     from unnest(:names::text[], :seconds::float8[]) n (name, seconds)
     where not exists (select from scheduled_work w where w.name = n.name) on conflict do nothing returning name),
   free as (
     select name from scheduled_work where name = any(:names::text[]) and due_at <= now()::timestamptz(3)
       and (lease_until is null or lease_until < now()) for update skip locked),
   taken as (
     update scheduled_work w set process = :process,
       lease_until = clock_timestamp() + :leaseMs::float8 * interval '1 millisecond'
     from free where w.name = free.name returning w.name)
   select coalesce((select array_agg(name) from taken), '{}') as claimed,
     case when exists (select from missing) then 0::float8 else (
       select (extract(epoch from min(greatest(due_at, lease_until)) - clock_timestamp()) * 1000)::float8
       from scheduled_work where name = any(:names::text[]) and name not in (select name from free)) end as "waitMs"`,
)

/** Renews the claim of a schedule; false if another process has it. */
export const renewSchedule = matchStatement<{ name: string; process: string; leaseMs: number }, { name: string }>(
  'jobs.renew-schedule',
  `update scheduled_work set lease_until = clock_timestamp() + :leaseMs::float8 * interval '1 millisecond'
   where name = :name and process = :process returning name`,
)
export const releaseSchedule = statement<{ name: string; process: string; everySeconds: number }>(
  'jobs.release-schedule',
  `update scheduled_work set process = null, lease_until = null,
     due_at = clock_timestamp() + :everySeconds::float8 * interval '1 second'
   where name = :name and process = :process`,
)
