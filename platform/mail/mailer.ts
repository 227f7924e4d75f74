import pLimit from 'p-limit'
import { v7 as uuidv7 } from 'uuid'
import { normalEmail } from '../contract/index.ts'
import type { Transaction } from '../db/transaction.ts'
import { hasSeveralMachines } from '../jobs/index.ts'
import { retention, sweep } from '../retention/index.ts'
import { attempt, type AttemptParts, type Result } from './attempt.ts'
import { sealMail } from './envelope.ts'
import { type PreparedMail, prepareMail, type MailMessage } from './message.ts'
import { moveOutbox, outboxKey, removeFromOutbox, sweepOutbox } from './outbox.ts'
import { insertMail, insertUnfitMail, removeEndedMail, removeMailTo, knownMail, mailInOutbox } from './store.ts'

const callerWaitsMs = 10_000
const atOnce = 4

type SignalContext = { readonly signal: AbortSignal }

/** Queues messages and sends them. */
export type Mailer = ReturnType<typeof openMailer>

/** Mail through an SMTP server, or into the outbox folder without one: decisions/0017. */
export const openMailer = (parts: AttemptParts) => {
  const stopping = new AbortController()
  const sending = pLimit(atOnce)
  const underWay = new Map<string, Promise<Result>>()

  const tryNow = (id: string, kept?: PreparedMail) => {
    const trying =
      underWay.get(id) ??
      sending(async () =>
        stopping.signal.aborted ? undefined : attempt(parts, stopping.signal, { id, ...(kept && { kept }) }),
      )
        .catch((error: unknown): Result => {
          parts.log.error({ err: error, mailId: id }, 'Could not check the mail queue; will retry')
          return undefined
        })
        .finally(() => underWay.delete(id))
    underWay.set(id, trying)
    return trying
  }

  return {
    /**
     * Queues a message as part of the caller's transaction, a workspace's or an identity one, and returns its id. An
     * address that cannot be sent to is recorded as failed, so that an invitation by link only stays valid.
     */
    queueMail: async (tx: Transaction, message: MailMessage) => {
      const id = uuidv7()
      const { to, kind, workspaceId = tx.workspace } = message
      const recipient = normalEmail(typeof to === 'string' ? to : to.address).slice(0, 320)
      const row = { id, workspaceId, kind, recipient }
      const prepared = prepareMail(message)
      if (!prepared) {
        await insertUnfitMail(tx, { ...row, reason: 'This is no address that mail can be sent to' })
        return id
      }
      const body = sealMail(parts.vault, id, row.workspaceId, prepared)
      const { onRequest = false, paced = false } = message
      await insertMail(tx, { ...row, onRequest, paced, expiresAt: message.expiresAt, body })
      // Without a root key nothing but this process knows what to send: it tries once, as soon as it may.
      if (!body) tx.afterCommit(() => void tryNow(id, prepared).catch(() => undefined))
      return id
    },
    /**
     * Tries a queued message at once, after its commit. True when the SMTP server has taken it; false after at most ten
     * seconds otherwise, and always without a server, when it is in the outbox. A message that the server did not take
     * is tried again.
     */
    deliver: async (id: string) => (await atMost(callerWaitsMs, tryNow(id))) === 'sent',
    /** Handles due messages until none is due or `signal` aborts. */
    work: async ({ signal }: SignalContext) => {
      const either = AbortSignal.any([signal, stopping.signal])
      await Promise.all(Array.from({ length: atOnce }, () => sendWhatIsDue(parts, either)))
    },
    /** Removes rows and objects whose time is over: docs/retention.md. */
    sweep: async ({ signal }: SignalContext) => {
      await sweep((limit) => parts.database.identity((tx) => removeEndedMail(tx, limit)), signal)
      await parts.objects.removeOld('outbox', retention.outbox.days * 86_400_000)
    },
    /** Removes old files of this machine's outbox too; moves the others into objects if there are several machines. */
    sweepOutbox: async () => {
      await sweepOutbox(parts.outbox)
      if (!(await parts.database.identity(hasSeveralMachines))) return
      await moveOutbox(parts.outbox, parts, (ids) => parts.database.identity((tx) => knownMail(tx, ids)))
    },
    /** Removes every message to an address: waiting messages, records of sent messages, and files in the outbox. */
    forget: async (address: string) => {
      const ids = await parts.database.identity((tx) => mailInOutbox(tx, address))
      await parts.removals.now(ids.map(outboxKey))
      await parts.database.identity((tx) => removeMailTo(tx, address))
      await removeFromOutbox(parts.outbox, address)
    },
    /** Cuts off running attempts; other processes, and the next start, try it again. */
    close: async () => {
      stopping.abort()
      await Promise.all(underWay.values())
    },
  }
}

const sendWhatIsDue = async (parts: AttemptParts, signal: AbortSignal) => {
  while (!signal.aborted) {
    // A server in trouble is left in peace until the next look.
    const result = await attempt(parts, signal, {})
    if (result === undefined || result === 'later') return
  }
}

const atMost = async <T>(ms: number, promise: Promise<T>): Promise<T | undefined> => {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), ms)
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer))
}

/** Queues a message with the transaction, and delivers it after the commit without waiting for it. Returns its id. */
export const queueAndDeliver = async (
  mailer: Pick<Mailer, 'queueMail' | 'deliver'>,
  tx: Transaction,
  message: MailMessage,
): Promise<string> => {
  const id = await mailer.queueMail(tx, message)
  tx.afterCommit(() => void mailer.deliver(id).catch(() => undefined))
  return id
}

/**
 * Hands a message over, now that the transaction that queued it is over, and returns the reply with `emailSent`: true
 * when a mail server has taken it. A mail that does not go out fails no request.
 */
export const withDeliveryStatus = async <R extends { readonly body: unknown }>(
  { deliver }: Pick<Mailer, 'deliver'>,
  mailId: string,
  reply: R,
): Promise<R> => ({ ...reply, body: { ...(reply.body as object), emailSent: await deliver(mailId) } })
