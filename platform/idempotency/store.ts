import { matchStatement, oneRowStatement, rowStatement, statement } from '../db/statement.ts'
import { insertInto } from '../db/table.ts'
import type { Transaction } from '../db/transaction.ts'
import { workspacesDue } from '../db/workspaces-due.ts'
import { retention, type Expiry } from '../retention/index.ts'
import { idempotencyAnswer } from './tables.ts'

/** Whose key, for which operation and which payload: decisions/0018. */
export interface IdempotencyClaim {
  /** The credential: an API key by its id, a person's sessions by the person. */
  readonly principal: string
  readonly operation: string
  readonly key: string
  /** SHA-256 over the canonical request, 32 bytes. */
  readonly payloadSha256: Buffer
}

export interface StoredAnswer {
  readonly status: number
  /** JSON as it was sent; for a refusal, its fields. */
  readonly body: string
}

export interface AnswerRow {
  payloadSha256: Buffer
  status: number | null
  body: string | null
}

type Name = Pick<IdempotencyClaim, 'principal' | 'operation' | 'key'>
const mine = `workspace_id = :workspace and principal = :principal and operation = :operation and key = :key`
const kept = `created_at > now() - interval '${retention.idempotencyAnswers.days * 24} hours'`

const lock = oneRowStatement<{ name: string }, { mine: boolean }>(
  'idempotency.lock',
  `select pg_try_advisory_xact_lock(hashtextextended('idempotency ' || :name, 0)) as mine`,
)
/** Returns the answer that is stored under the key; undefined if none is. */
export const findAnswer = rowStatement<Name, AnswerRow>(
  'idempotency.find',
  `select payload_sha256 as "payloadSha256", status, body from idempotency_answer where ${mine} and ${kept}`,
)

/**
 * Locks this key for the transaction, and reads the answer stored under it, both in one round trip. `busy` if another
 * transaction works under it; callers do not wait here, since each would hold a connection.
 */
export const lockAnswer = async (tx: Transaction, keyed: IdempotencyClaim): Promise<AnswerRow | 'busy' | undefined> => {
  const name = JSON.stringify([tx.workspace, keyed.principal, keyed.operation, keyed.key])
  const [locked, row] = await Promise.all([lock(tx, { name }), findAnswer(tx, keyed)])
  return locked.mine ? row : 'busy'
}

const insert = matchStatement<IdempotencyClaim & StoredAnswer, { written: number }>(
  'idempotency.insert',
  insertInto(
    idempotencyAnswer,
    ['principal', 'operation', 'key', 'payloadSha256', 'status', 'body'],
    { workspaceId: ':workspace', createdAt: 'now()' },
    `on conflict (workspace_id, principal, operation, key) do update set payload_sha256 = excluded.payload_sha256,
     status = excluded.status, body = excluded.body, claim_id = null, claimed_until = null, created_at = excluded.created_at
     where not idempotency_answer.${kept} returning 1 as written`,
  ),
)
/** Stores an answer under a key that this transaction has locked. */
export const insertAnswer = async (tx: Transaction, keyed: IdempotencyClaim, answer: StoredAnswer): Promise<void> => {
  if (!(await insert(tx, { ...keyed, ...answer })))
    throw new Error('Only a locked, empty idempotency key can store an answer')
}

/** Claims the key for one request until it is answered or `seconds` are over; false if it is claimed or answered. */
export const claimKey = matchStatement<IdempotencyClaim & { claimId: string; seconds: number }, { written: number }>(
  'idempotency.claim',
  insertInto(
    idempotencyAnswer,
    ['principal', 'operation', 'key', 'payloadSha256', 'claimId'],
    { workspaceId: ':workspace', claimedUntil: "now() + :seconds::int * interval '1 second'", createdAt: 'now()' },
    `on conflict (workspace_id, principal, operation, key) do update set payload_sha256 = excluded.payload_sha256,
     status = null, body = null, claim_id = excluded.claim_id, claimed_until = excluded.claimed_until,
     created_at = excluded.created_at
     where not idempotency_answer.${kept} or idempotency_answer.claimed_until < now() returning 1 as written`,
  ),
)

/** Renews the claim of a request that is still at work; false if another request has claimed the key. */
export const renewClaim = matchStatement<Name & { claimId: string; seconds: number }, { renewed: number }>(
  'idempotency.renew',
  `update idempotency_answer set claimed_until = now() + :seconds::int * interval '1 second'
   where ${mine} and claim_id = :claimId returning 1 as renewed`,
)

/** Replaces the claim by the answer; false if another request has claimed the key. */
export const answerClaim = matchStatement<Name & StoredAnswer & { claimId: string }, { written: number }>(
  'idempotency.answer',
  `update idempotency_answer set status = :status, body = :body, claim_id = null, claimed_until = null
   where ${mine} and claim_id = :claimId returning 1 as written`,
)

export const releaseClaim = statement<Name & { claimId: string }>(
  'idempotency.release',
  `delete from idempotency_answer where ${mine} and claim_id = :claimId`,
)

const sweep = statement<{ limit: number }, { gone: number }>(
  'idempotency.sweep',
  `with old as materialized (
     select principal, operation, key from idempotency_answer
     where workspace_id = :workspace and not ${kept} order by created_at limit :limit)
   delete from idempotency_answer a using old
   where a.workspace_id = :workspace
     and (a.principal, a.operation, a.key) = (old.principal, old.operation, old.key)
   returning 1 as gone`,
)
/** Deletes stored answers for credentials that are no longer valid. */
export const removeAnswersOf = statement<{ principals: readonly string[] }>(
  'idempotency.remove-of',
  'delete from idempotency_answer where workspace_id = :workspace and principal = any(:principals)',
)

const page = statement<Name & { limit: number }, Name & { body: string }>(
  'idempotency.page',
  `select principal, operation, key, coalesce(body, '') as body from idempotency_answer
   where workspace_id = :workspace and (principal, operation, key) > (:principal, :operation, :key)
     and left(body, 1) in ('{', '[')
   order by principal, operation, key limit :limit`,
)
const rewrite = statement<Name & { body: string }>(
  'idempotency.rewrite',
  `update idempotency_answer set body = :body where ${mine} and body is not null`,
)

// Answers in memory at one time: each has up to 4 MiB.
const atOnce = 10

/** Replaces the JSON value of each kept answer by the result of `rewritten`; an unchanged value is not written. */
export const rewriteAnswers = async (tx: Transaction, rewritten: (value: unknown) => unknown): Promise<void> => {
  for (let last: Name = { principal: '', operation: '', key: '' }; ;) {
    const answers = await page(tx, { ...last, limit: atOnce })
    for (const { body, ...name } of answers) {
      const value: unknown = JSON.parse(body)
      const after = JSON.stringify(rewritten(value))
      if (after !== JSON.stringify(value)) await rewrite(tx, { ...name, body: after })
    }
    if (answers.length < atOnce) return
    last = answers.at(-1)!
  }
}

/** The expiry of stored answers. */
export const answerExpiry: Expiry = {
  kind: 'idempotencyAnswers',
  dueIn: workspacesDue('idempotency', `idempotency_answer where not ${kept}`),
  remove: async (tx, limit) => (await sweep(tx, { limit })).length,
}
