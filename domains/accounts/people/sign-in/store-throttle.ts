import { statement } from '../../../../platform/db/statement.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'

interface Slot {
  readonly kind: string
  readonly slot: number
}

const count = statement<Slot & { delaysMs: readonly number[] }, { passes: boolean; waitMs: number | null }>(
  'throttle.count',
  `with counted as (
     insert into throttle as t (kind, slot, failures, next_at, forgotten_at)
     values (:kind, :slot, 1, clock_timestamp() + (:delaysMs::integer[])[1] * interval '1 millisecond',
       clock_timestamp() + interval '1 hour')
     on conflict (kind, slot) do update set
       failures = case when t.forgotten_at <= clock_timestamp() then 1 else t.failures + 1 end,
       next_at = clock_timestamp() + interval '1 millisecond' * (:delaysMs::integer[])[
         case when t.forgotten_at <= clock_timestamp() then 1
           else least(t.failures + 1, array_length(:delaysMs::integer[], 1)) end],
       forgotten_at = excluded.forgotten_at
     where t.next_at <= clock_timestamp() or t.forgotten_at <= clock_timestamp()
     returning 1)
   select exists (select from counted) as passes, (
     select (extract(epoch from next_at - clock_timestamp()) * 1000)::float8 from throttle
     where kind = :kind and slot = :slot) as "waitMs"`,
)
/**
 * Counts an attempt, after which the next attempt waits for the delay of as many failures; or returns how long this
 * attempt has to wait.
 */
export const countAttempt = async (tx: Transaction, at: Slot & { readonly delaysMs: readonly number[] }) => {
  const { passes, waitMs } = (await count(tx, at))[0]!
  // Without a time, another transaction has counted the first attempt of this name at the same moment.
  return passes ? undefined : (waitMs ?? 0)
}

/** Takes one attempt back, or all of them if `anew` is set. */
export const forgetAttempt = statement<Slot & { anew: boolean }>(
  'throttle.forget',
  `with ended as (
     delete from throttle where kind = :kind and slot = :slot and (:anew::boolean or failures = 1))
   update throttle set failures = failures - 1, next_at = clock_timestamp()
   where kind = :kind and slot = :slot and not :anew::boolean and failures > 1`,
)

const old = statement<{ limit: number }>(
  'throttle.remove-forgotten',
  `with forgotten as materialized (
     select kind, slot from throttle where forgotten_at <= now()::timestamptz(3) limit :limit for update skip locked)
   delete from throttle t using forgotten f where t.kind = f.kind and t.slot = f.slot returning 1`,
)
export const removeOldThrottles = async (tx: Transaction, limit: number) => (await old(tx, { limit })).length
