import { statement, type Transaction } from '../db/transaction.ts'

const insert = statement(
  'jobs.insert-scheduled',
  `insert into scheduled_work (name, due_at) values ($1, now()) on conflict (name) do nothing`,
)
export const insertScheduled = (tx: Transaction, name: string) => insert(tx, [name])

const claim = statement<{ name: string }>(
  'jobs.claim-turn',
  `update scheduled_work set process = $2, lease_until = clock_timestamp() + $3::float8 * interval '1 millisecond'
   where name = $1 and due_at <= now() and (lease_until is null or lease_until < now()) returning name`,
)
/** Takes the turn if it is due and nobody living has it. */
export const claimTurn = async (tx: Transaction, name: string, process: string, leaseMs: number) =>
  (await claim(tx, [name, process, leaseMs])).length === 1

const renew = statement<{ name: string }>(
  'jobs.renew-turn',
  `update scheduled_work set lease_until = clock_timestamp() + $3::float8 * interval '1 millisecond'
   where name = $1 and process = $2 returning name`,
)
export const renewTurn = async (tx: Transaction, name: string, process: string, leaseMs: number) =>
  (await renew(tx, [name, process, leaseMs])).length === 1

const end = statement(
  'jobs.end-turn',
  `update scheduled_work set process = null, lease_until = null, due_at = clock_timestamp() + $3::float8 * interval '1 second'
   where name = $1 and process = $2`,
)
export const endTurn = (tx: Transaction, name: string, process: string, everySeconds: number) =>
  end(tx, [name, process, everySeconds])
