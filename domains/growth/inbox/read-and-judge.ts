import type { Database } from '../../../platform/db/database.ts'
import type { OutsideRead } from '../../../platform/threads/index.ts'
import { threadTexts } from '../messages/index.ts'
import { unsubscribeWords } from '../messages/rules/compose.ts'
import { findLeadOf } from './find-lead.ts'
import { judgeMail, readMail } from './mail-reader.ts'
import type { IncomingMail } from './read-mail.ts'
import type { ThreadTexts } from './rules.ts'
import type { JudgedMail } from './rules/kinds.ts'

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
