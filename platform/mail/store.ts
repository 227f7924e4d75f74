import { normalEmail } from '../contract/index.ts'
import { matchStatement, oneRowStatement, rowStatement, statement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import { retention } from '../retention/index.ts'
import { mail, type MailRow, type MailState } from './tables.ts'

// The process that queued it sends first, right after its commit; the schedule sends if that did not happen.
const insert = statement<{
  id: string
  workspaceId: string | undefined
  kind: string
  recipient: string
  onRequest: boolean
  paced: boolean
  expiresAt: Date | undefined
  rootKeyId: string | undefined
  wrapped: Buffer | undefined
  sealed: Buffer | undefined
  days: number
}>(
  'mail.insert',
  `insert into mail (id, workspace_id, kind, recipient, on_request, paced, state, next_attempt_at, expires_at,
     root_key_id, wrapped, sealed)
   values (:id, :workspaceId, :kind, :recipient, :onRequest, :paced, 'queued', now() + interval '15 seconds',
     least(:expiresAt::timestamptz, now() + make_interval(days => :days)), :rootKeyId, :wrapped, :sealed)`,
)
interface NewMail extends Pick<MailRow, 'id' | 'kind' | 'recipient' | 'onRequest' | 'paced'> {
  readonly workspaceId: string | undefined
  readonly expiresAt: Date | undefined
  readonly body: { readonly rootKeyId: string; readonly wrapped: Buffer; readonly sealed: Buffer } | undefined
}
export const insertMail = (tx: Transaction, { body, ...row }: NewMail) =>
  insert(tx, {
    ...row,
    rootKeyId: body?.rootKeyId,
    wrapped: body?.wrapped,
    sealed: body?.sealed,
    days: retention.queuedMail.days,
  })

/** Records a message without a valid recipient. */
export const insertUnfitMail = statement<
  Pick<NewMail, 'id' | 'workspaceId' | 'kind' | 'recipient'> & { readonly reason: string }
>(
  'mail.insert-unfit',
  `insert into mail (id, workspace_id, kind, recipient, state, next_attempt_at, expires_at, ended_at, last_error)
   values (:id, :workspaceId, :kind, :recipient, 'failed', now(), now(), now(), :reason)`,
)
export interface ClaimedMail extends MailRow {
  /** Its time is over: it must not be sent any more. */
  readonly isLate: boolean
}

const claim = `update mail set holder = :holder, leased_until = clock_timestamp() + :leaseMs::float8 * interval '1 millisecond',
   attempts = attempts + 1`
const isFree = `state = 'queued' and (leased_until is null or leased_until < now())`
const returningClaim = `returning ${mail.columns}, expires_at <= now()::timestamptz(3) as "isLate"`

/** Claims one message for the length of a lease, unless a living process has it. */
export const claimMail = rowStatement<{ holder: string; leaseMs: number; id: string }, ClaimedMail>(
  'mail.claim-one',
  `${claim} where id = :id and ${isFree} ${returningClaim}`,
)

// A message without content here is for its own process to send; after its time, that process has ended.
export const claimDueMail = rowStatement<{ holder: string; leaseMs: number }, ClaimedMail>(
  'mail.claim-due',
  `${claim} where id = (select id from mail where ${isFree} and next_attempt_at <= now()::timestamptz(3)
     and (sealed is not null or created_at < now() - interval '10 minutes')
     order by next_attempt_at limit 1 for update skip locked) ${returningClaim}`,
)

const lockAddress = statement<{ recipient: string }, { locked: boolean }>(
  'mail.lock-address',
  `select pg_advisory_xact_lock(hashtextextended('mail to ' || :recipient::text, 0)) is not null as locked`,
)
type Counts = Readonly<Record<'lastHour' | 'lastDay', number>>
const sent = oneRowStatement<{ recipient: string; id: string; paced: boolean }, Counts>(
  'mail.count-gone',
  `select count(*) filter (where coalesce(ended_at, now()) > now() - interval '1 hour')::int4 as "lastHour",
     count(*)::int4 as "lastDay" from mail
   where recipient = :recipient and (on_request or :paced and paced) and id <> :id
     and (state in ('sent', 'outbox') and ended_at > now() - interval '1 day' or state = 'queued' and leased_until > now()::timestamptz(3))`,
)
/**
 * Returns how many messages on request the address got before this message, and for a paced message how many of both
 * sorts; the lock keeps other counts out until the transaction ends. Letters never use up the allowance of messages on
 * request.
 */
export const countSentMail = async (tx: Transaction, { recipient, id, paced }: ClaimedMail): Promise<Counts> => {
  await lockAddress(tx, { recipient })
  return sent(tx, { recipient, id, paced })
}

const requested = oneRowStatement<{ recipient: string }, Counts>(
  'mail.count-asked',
  `select count(*) filter (where created_at > now() - interval '1 hour')::int4 as "lastHour", count(*)::int4 as "lastDay"
   from mail
   where recipient = :recipient and on_request and state <> 'failed' and created_at > now() - interval '1 day'`,
)
/**
 * How many messages on request were queued for the address; the lock keeps other counts out until the transaction ends.
 */
export const countRequestedMail = async (tx: Transaction, recipient: string): Promise<Counts> => {
  await lockAddress(tx, { recipient })
  return requested(tx, { recipient })
}

interface MailEnd {
  readonly id: string
  readonly holder: string
  readonly state: Exclude<MailState, 'queued'>
  readonly lastError?: string | undefined
}
/** Ends a message and deletes its content. False if another process has taken it over. */
export const endMail = matchStatement<MailEnd, { id: string }>(
  'mail.end',
  `update mail set state = :state, last_error = :lastError, ended_at = clock_timestamp(), holder = null, leased_until = null,
     root_key_id = null, wrapped = null, sealed = null
   where id = :id and holder = :holder returning id`,
)

/** Plans another attempt; false if that would come too late, and nothing was written. */
export const postponeMail = matchStatement<
  { id: string; holder: string; reason: string; delayMs: number },
  { id: string }
>(
  'mail.put-off',
  `update mail set last_error = :reason, next_attempt_at = clock_timestamp() + :delayMs::float8 * interval '1 millisecond',
     holder = null, leased_until = null
   where id = :id and holder = :holder and clock_timestamp() + :delayMs::float8 * interval '1 millisecond' < expires_at returning id`,
)
const removal = statement<{ days: number; limit: number }>(
  'mail.remove-ended',
  `delete from mail where id = any(array(select id from mail where ended_at < now() - make_interval(days => :days) limit :limit))
   returning 1`,
)
/** Removes at most `limit` rows of messages that ended long ago; returns their number. */
export const removeEndedMail = async (tx: Transaction, limit: number) =>
  (await removal(tx, { days: retention.mail.days, limit })).length

const removalTo = statement<{ address: string }>('mail.remove-to', 'delete from mail where recipient = :address')
/** Removes every message to an address, including messages on their way. */
export const removeMailTo = (tx: Transaction, address: string) => removalTo(tx, { address: normalEmail(address) })

const shown = statement<{ address: string }, Readonly<Record<string, unknown>>>(
  'mail.shown-to',
  `select id, kind, state, workspace_id as "workspaceId", created_at as "createdAt", ended_at as "endedAt" from mail
   where recipient = :address order by created_at limit 10000`,
)
/** The mail to an address in a person's own data: that it was sent, not its content. */
export const mailTo = (tx: Transaction, address: string) => shown(tx, { address: normalEmail(address) })

export interface MailOutcome {
  readonly id: string
  readonly state: MailState
  /** Why it was not sent, or not yet, in the server's words without addresses and secrets. */
  readonly lastError: string | null
  readonly endedAt: Date | null
}

const outcomes = statement<{ ids: readonly string[] }, MailOutcome & Record<string, unknown>>(
  'mail.outcomes',
  `select id, state, last_error as "lastError", ended_at as "endedAt" from mail
   where workspace_id = :workspace and id = any(:ids)`,
)
/** The outcomes of these messages of the workspace; expired rows are absent (docs/retention.md). */
export const mailOutcomes = async (
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MailOutcome>> =>
  new Map((await outcomes(tx, { ids })).map((outcome) => [outcome.id, outcome]))

/** For SQL: whether a message is on its way no more; `mailId` is a column of the statement. */
export const isMailOver = (mailId: string): string =>
  `not exists (select from mail where mail.id = ${mailId} and mail.state = 'queued')`

const existing = statement<{ ids: readonly string[] }, { id: string }>(
  'mail.known',
  'select id from mail where id = any(:ids::uuid[])',
)
/** Which of these messages have a row. */
export const knownMail = async (tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await existing(tx, { ids })).map(({ id }) => id))

const written = statement<{ address: string }, { id: string }>(
  'mail.in-outbox',
  `select id from mail where recipient = :address and state = 'outbox'`,
)
/** The messages to an address that were written to the outbox. */
export const mailInOutbox = async (tx: Transaction, address: string): Promise<readonly string[]> =>
  (await written(tx, { address: normalEmail(address) })).map(({ id }) => id)

type OutboxRow = Pick<MailRow, 'id' | 'kind' | 'recipient' | 'createdAt'>
const newest = statement<{ limit: number }, OutboxRow & Record<string, unknown>>(
  'mail.newest-in-outbox',
  `select id, kind, recipient, created_at as "createdAt" from mail where state = 'outbox'
   order by created_at desc, id desc limit :limit`,
)
/** The newest messages of the outbox, newest first. */
export const newestInOutbox = (tx: Transaction, limit: number): Promise<readonly OutboxRow[]> => newest(tx, { limit })
