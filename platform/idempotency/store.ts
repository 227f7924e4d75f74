import { statement, type Transaction } from '../db/transaction.ts'
import { retention } from '../retention/index.ts'

/** Whose key, for which operation and which payload. */
export interface Keyed {
  /** The credential: an API key by its id, a person's sessions by the person. */
  readonly principal: string
  readonly operation: string
  readonly key: string
  /** SHA-256 over the canonical request, 32 bytes. */
  readonly payloadSha256: Buffer
}

export interface Answer {
  readonly status: number
  /** JSON as it was sent; of a refusal, what it was made of. */
  readonly body: string
}

export interface AnswerRow {
  payloadSha256: Buffer
  status: number | null
  body: string | null
}

const nameOf = ({ principal, operation, key }: Keyed) => [principal, operation, key]
const mine = `workspace_id = current_setting('app.workspace')::uuid and principal = $1 and operation = $2 and key = $3`
const kept = `created_at > now() - interval '${retention.idempotencyAnswers.days * 24} hours'`

const lock = statement<{ mine: boolean }>(
  'idempotency.lock',
  `select pg_try_advisory_xact_lock(hashtextextended('idempotency ' || $1, 0)) as mine`,
)
const find = statement<AnswerRow>(
  'idempotency.find',
  `select payload_sha256 as "payloadSha256", status, body from idempotency_answer where ${mine} and ${kept}`,
)

/** What is stored under the key; undefined when nothing is. */
export const findAnswer = async (tx: Transaction, keyed: Keyed): Promise<AnswerRow | undefined> =>
  (await find(tx, nameOf(keyed))).at(0)

/**
 * Makes the transaction the only one that works under this key, and reads what is stored under it: both in one flight.
 * `busy` when another transaction works under it; nobody waits here, since each that waits would hold a connection.
 */
export const lockAnswer = async (tx: Transaction, keyed: Keyed): Promise<AnswerRow | 'busy' | undefined> => {
  const [locked, row] = await Promise.all([
    lock(tx, [JSON.stringify([tx.workspace, ...nameOf(keyed)])]),
    findAnswer(tx, keyed),
  ])
  return locked[0]!.mine ? row : 'busy'
}

const insert = statement<{ written: number }>(
  'idempotency.insert',
  `insert into idempotency_answer as a (workspace_id, principal, operation, key, payload_sha256, status, body, created_at)
   values (current_setting('app.workspace')::uuid, $1, $2, $3, $4, $5, $6, now())
   on conflict (workspace_id, principal, operation, key) do update set payload_sha256 = excluded.payload_sha256,
     status = excluded.status, body = excluded.body, claim_id = null, claimed_until = null, created_at = excluded.created_at
   where not a.${kept}
   returning 1 as written`,
)
/** Stores an answer under a key that this transaction has locked. */
export const insertAnswer = async (tx: Transaction, keyed: Keyed, { status, body }: Answer): Promise<void> => {
  const written = await insert(tx, [...nameOf(keyed), keyed.payloadSha256, status, body])
  if (written.length === 0) throw new Error('An answer is stored under a key that was locked and empty')
}

const claim = statement<{ written: number }>(
  'idempotency.claim',
  `insert into idempotency_answer as a
     (workspace_id, principal, operation, key, payload_sha256, claim_id, claimed_until, created_at)
   values (current_setting('app.workspace')::uuid, $1, $2, $3, $4, $5, now() + $6::int * interval '1 second', now())
   on conflict (workspace_id, principal, operation, key) do update set payload_sha256 = excluded.payload_sha256,
     status = null, body = null, claim_id = excluded.claim_id, claimed_until = excluded.claimed_until,
     created_at = excluded.created_at
   where not a.${kept} or a.claimed_until < now()
   returning 1 as written`,
)
/** Takes the key for one request until it is answered or `seconds` are over; false when it is taken or answered. */
export const claimKey = async (tx: Transaction, keyed: Keyed, claimId: string, seconds: number): Promise<boolean> =>
  (await claim(tx, [...nameOf(keyed), keyed.payloadSha256, claimId, seconds])).length > 0

const answer = statement<{ written: number }>(
  'idempotency.answer',
  `update idempotency_answer set status = $5, body = $6, claim_id = null, claimed_until = null
   where ${mine} and claim_id = $4 returning 1 as written`,
)
/** Puts the answer in the place of the claim; false when another request has taken the key over meanwhile. */
export const answerClaim = async (tx: Transaction, keyed: Keyed, claimId: string, { status, body }: Answer) =>
  (await answer(tx, [...nameOf(keyed), claimId, status, body])).length > 0

const release = statement('idempotency.release', `delete from idempotency_answer where ${mine} and claim_id = $4`)
export const releaseClaim = (tx: Transaction, keyed: Keyed, claimId: string) => release(tx, [...nameOf(keyed), claimId])

const due = statement<{ workspaceId: string }>(
  'idempotency.due',
  `select distinct workspace_id as "workspaceId" from idempotency_answer where not ${kept} limit $1`,
)
/** Workspaces with answers that are no longer kept. */
export const answersDueIn = async (tx: Transaction, limit: number) =>
  (await due(tx, [limit])).map(({ workspaceId }) => workspaceId)

const sweep = statement<{ gone: number }>(
  'idempotency.sweep',
  `with old as (
     select principal, operation, key from idempotency_answer
     where workspace_id = current_setting('app.workspace')::uuid and not ${kept} order by created_at limit $1)
   delete from idempotency_answer a using old
   where a.workspace_id = current_setting('app.workspace')::uuid
     and (a.principal, a.operation, a.key) = (old.principal, old.operation, old.key)
   returning 1 as gone`,
)
/** Removes at most `limit` answers that are no longer kept; gives their number. */
export const removeOldAnswers = async (tx: Transaction, limit: number): Promise<number> =>
  (await sweep(tx, [limit])).length
