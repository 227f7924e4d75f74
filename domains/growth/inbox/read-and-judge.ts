import type { Database } from '../../../platform/db/database.ts'
import type { OutsideRead } from '../../../platform/threads/index.ts'
import { threadTexts, messagesByMessageId } from '../messages/index.ts'
import { unsubscribeWords } from '../messages/rules.ts'
import { judgeMail, readMail } from './mail-reader.ts'
import type { IncomingMail } from './read-mail.ts'
import type { ThreadTexts } from './rules.ts'
import type { JudgedMail } from './rules/kinds.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { leadWrittenTo } from '../leads/index.ts'

/** An incoming mail, and its content; null for a mail without a lead. */
export interface ReadReply {
  readonly mail: IncomingMail
  readonly judged: JudgedMail | null
}

/** Reads a mail and judges it beside the texts of its thread. Both happen in a thread of the server, without a transaction. */
export const readAndJudge = async (
  database: Database,
  workspace: string,
  raw: Uint8Array,
): Promise<OutsideRead<ReadReply>> => {
  const read = await readMail(raw, { key: workspace })
  if (read.unread !== undefined) return read
  const mail = read.value
  const thread = await database.reading(workspace, async (tx) => {
    const found = await findLeadOf(tx, mail)
    return found && { isAnswer: found.isAnswer, ...textsOf(await threadTexts(tx, found.leadId, await tx.now())) }
  })
  if (!thread) return { value: { mail, judged: null } }
  const { subject, own, automatic, report } = mail
  const judged = await judgeMail({ subject, own, automatic, report, ...thread }, { key: workspace })
  return judged.unread === undefined ? { value: { mail, judged: judged.value } } : judged
}

/** The texts of a thread as rules take them: the sent mail, and other text that a quote may have. */
export const textsOf = (
  thread: Awaited<ReturnType<typeof threadTexts>>,
): { readonly subjects: readonly string[]; readonly texts: ThreadTexts } => {
  const sent = thread.filter(({ direction }) => direction === 'out')
  const others = thread.filter(({ direction }) => direction === 'in').map(({ body }) => body)
  return {
    subjects: sent.map(({ subject }) => subject),
    texts: { sent: sent.map(({ body }) => body), others: [...others, ...Object.values(unsubscribeWords)] },
  }
}

/**
 * Finds the lead by the ids of the mails that a mail answers, the newest first, else by its sender. A report belongs to
 * the lead of the sent mail that it names: everybody can know an address, but only the recipient the id of a mail.
 * `isAnswer`: the mail names one of the lead's thread.
 */
export const findLeadOf = async (
  tx: Transaction,
  { inReplyTo, references, sender, report }: IncomingMail,
): Promise<{ readonly leadId: string; readonly isAnswer: boolean } | undefined> => {
  const answered = [...(inReplyTo === null ? [] : [inReplyTo]), ...references.toReversed()]
  const ids = [...(report?.aboutIds ?? []), ...answered]
  const found = ids.length === 0 ? [] : await messagesByMessageId(tx, { headers: ids })
  const usable = report ? found.filter(({ direction }) => direction === 'out') : found
  const byId = new Map(usable.map(({ messageId, leadId }) => [messageId, leadId]))
  const named = ids.find((id) => byId.has(id))
  if (named !== undefined) return { leadId: byId.get(named)!, isAnswer: true }
  const leadId = report || sender === null ? undefined : await leadWrittenTo(tx, sender)
  return leadId === undefined ? undefined : { leadId, isAnswer: false }
}
