import { v4 as uuidv4 } from 'uuid'
import { RootKeyMissing, VaultUnavailable, type Vault } from '../crypto/index.ts'
import type { Database } from '../db/database.ts'
import { hasSeveralMachines, type Log } from '../jobs/index.ts'
import type { Mailbox, SmtpServer } from '../mail-address/address.ts'
import type { Removals } from '../removals/index.ts'
import type { ObjectStore } from '../storage/index.ts'
import { compose } from './compose.ts'
import { unsealMail } from './envelope.ts'
import type { PreparedMail } from './message.ts'
import { putIntoOutbox, removeMessage, writeToOutbox } from './outbox.ts'
import { NotTaken, sendBySmtp } from './smtp.ts'
import { withoutSecrets } from './smtp-conversation.ts'
import {
  knownMail,
  claimDueMail,
  type ClaimedMail,
  claimMail,
  countSentMail,
  endMail,
  postponeMail,
  countRequestedMail,
} from './store.ts'
import { normalEmail } from '../contract/index.ts'
import type { Transaction } from '../db/transaction.ts'

export interface AttemptParts {
  readonly database: Database
  readonly vault: Vault
  /** Without a server, messages are written to the outbox: a folder, or objects if there are several machines. */
  readonly smtp: SmtpServer | undefined
  readonly from: Mailbox
  readonly outbox: string
  readonly objects: ObjectStore
  readonly removals: Removals
  /** Whether a message is still to be sent, asked right before each attempt; by default always. */
  readonly isWanted?: (mail: Pick<ClaimedMail, 'id' | 'kind' | 'workspaceId'>) => Promise<boolean>
  readonly log: Log
}

// An attempt ends before its lease: two processes that live never send one message at once.
const attemptMs = 60_000
const leaseMs = 90_000
const firstDelayMs = 60_000
const longestDelayMs = 6 * 3_600_000

/** How long to wait after the nth attempt: a minute, then twice as long each time, up to six hours. */
export const delayAfter = (attempts: number): number =>
  Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(20, Math.max(0, attempts - 1)))

/**
 * The result of an attempt; `undefined` if no message was due. Later mail follows trouble of the server, and held mail
 * belongs to a single address and does not affect other mail.
 */
export type Result = 'sent' | 'outbox' | 'failed' | 'later' | 'held' | undefined

/**
 * One attempt at a given message, or at the message that is longest overdue. `kept` is its mail if the row holds none.
 */
export const attempt = async (
  parts: AttemptParts,
  signal: AbortSignal,
  what: { readonly id?: string; readonly kept?: PreparedMail },
): Promise<Result> => {
  const holder = uuidv4()
  const row = await parts.database.identity(async (tx) => {
    const claim =
      what.id === undefined ? claimDueMail(tx, { holder, leaseMs }) : claimMail(tx, { holder, leaseMs, id: what.id })
    const claimed = await claim
    const isCounted = claimed && (claimed.onRequest || claimed.paced)
    return claimed && { ...claimed, isTooMuch: isCounted && isPastAllowance(await countSentMail(tx, claimed)) }
  })
  if (!row) return undefined
  if (row.isTooMuch && row.onRequest)
    return giveUp(parts, row, holder, 'The address has got as much mail on request as it may')
  if (row.isLate) return giveUp(parts, row, holder, row.lastError ?? 'It could not be sent in time')
  if (row.isTooMuch) return hold(parts, row, holder)
  if (parts.isWanted && !(await parts.isWanted(row))) return giveUp(parts, row, holder, 'Nobody is to get it any more')
  try {
    const state = await handOver(parts, row, what.kept, AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]))
    await settle(parts, row, holder, state)
    return state
  } catch (error) {
    return recover(parts, row, holder, error)
  }
}

const handOver = async (parts: AttemptParts, row: ClaimedMail, kept: PreparedMail | undefined, signal: AbortSignal) => {
  const prepared = row.sealed ? unsealMail(parts.vault, row) : kept
  if (!prepared)
    throw new NotTaken('Its content was kept by a process that is gone, as there is no root key', { isFinal: true })
  const content = await compose(prepared, parts.from, row)
  if (!parts.smtp) {
    if (await parts.database.identity(hasSeveralMachines)) await putIntoOutbox(parts.objects, row.id, content)
    else await writeToOutbox(parts.outbox, row, content)
    return 'outbox'
  }
  await sendBySmtp(parts.smtp, { from: parts.from.address, to: prepared.to.address }, content, signal)
  return 'sent'
}

/** The server has the mail already: an error leaves the row to be sent again, under the same Message-ID. */
const settle = async (parts: AttemptParts, row: ClaimedMail, holder: string, state: 'sent' | 'outbox') => {
  const { database, log } = parts
  const recorded = await database
    .identity((tx) => endMail(tx, { id: row.id, holder, state }))
    .catch((error: unknown) => {
      log.error({ err: error, mailId: row.id }, 'Mail was sent but could not be marked as sent; it may be sent again')
      return true
    })
  if (recorded) return
  const isKnown = (await database.identity((tx) => knownMail(tx, [row.id]))).has(row.id)
  if (isKnown) log.warn({ mailId: row.id }, 'Mail was sent twice: the first sender was suspended past its lease')
  // Its recipient was erased while it was written.
  else if (state === 'outbox') await removeMessage(parts.outbox, parts.removals, row.id)
}

const recover = async (parts: AttemptParts, row: ClaimedMail, holder: string, error: unknown): Promise<Result> => {
  const reason = reasonOf(error)
  const isFinal = (error instanceof NotTaken && error.isFinal) || row.sealed === null
  const isPutOff = !isFinal && (await postpone(parts, row, holder, reason, delayAfter(row.attempts)))
  if (!isPutOff) return giveUp(parts, row, holder, reason)
  parts.log.warn({ ...named(row), reason }, 'Could not send mail; will retry')
  return error instanceof NotTaken && error.isOfRecipient ? 'held' : 'later'
}

const heldMs = 15 * 60_000

/** A paced message waits until the address may get mail again, until it expires. */
const hold = async (parts: AttemptParts, row: ClaimedMail, holder: string): Promise<Result> => {
  const reason = 'The address has got as much mail as it may for now'
  return (await postpone(parts, row, holder, reason, heldMs)) ? 'held' : giveUp(parts, row, holder, reason)
}

const postpone = ({ database }: AttemptParts, { id }: ClaimedMail, holder: string, reason: string, delayMs: number) =>
  database.identity((tx) => postponeMail(tx, { id, holder, reason, delayMs }))

const giveUp = async (parts: AttemptParts, row: ClaimedMail, holder: string, reason: string): Promise<Result> => {
  const end = { id: row.id, holder, state: 'failed', lastError: reason } as const
  const isMine = await parts.database.identity((tx) => endMail(tx, end))
  if (isMine) parts.log.error({ ...named(row), reason }, 'Could not send mail; gave up')
  return 'failed'
}

const named = ({ id, kind, workspaceId, attempts }: ClaimedMail) => ({ mailId: id, kind, workspaceId, attempts })

const reasonOf = (error: unknown) => {
  if (error instanceof NotTaken) return error.message
  const isOurs = error instanceof VaultUnavailable || error instanceof RootKeyMissing
  return isOurs ? error.message.slice(0, 300) : withoutSecrets(String(error))
}

const hourMost = 10
const dayMost = 30

/** True if an address that got so many messages on request may not get another. */
const isPastAllowance = ({ lastHour, lastDay }: { readonly lastHour: number; readonly lastDay: number }) =>
  lastHour >= hourMost || lastDay >= dayMost

/**
 * Whether another message on request to `address` would not go out. Changes that need their mail ask this, in the
 * transaction that queues it, in an identity transaction: workspaces do not see each other's mail.
 */
export const isMailRefused = async (tx: Transaction, address: string): Promise<boolean> =>
  isPastAllowance(await countRequestedMail(tx, normalEmail(address)))
