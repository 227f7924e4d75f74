import { type ScheduledContext, inDueWorkspaces, type Turn } from '../../../platform/jobs/index.ts'
import { domain } from '../../domain.ts'
import { leadsOfPerson } from '../leads/index.ts'
import { eraseMessagesFrom, messagesOfPerson, endWaits } from '../messages/index.ts'
import { normalAddress } from '../suppression/index.ts'
import { growthInbox } from './contract.ts'
import type { InboxParts } from './ask-intent.ts'
import { presentMessage } from './present.ts'
import handlers from './handlers.ts'
import type { WriterParts } from '../settings/index.ts'
import { replyRun } from './graph.ts'
import { sortStep } from './steps/sort.ts'
import pLimit from 'p-limit'
import { MailFailure, mailboxesReadIn, mailboxesToRead, readNewMail } from '../mailboxes/index.ts'
import { fileMail } from './file-mail.ts'
import { readAndJudge } from './read-and-judge.ts'

export default domain({
  name: 'inbox',
  contract: growthInbox,
  handlers,
  // A reply that could not be sorted is left to people.
  workflows: (parts: WriterParts) => [
    replyRun.workflow({ first: 'sort', steps: { sort: sortStep(parts) }, ended: async () => undefined }),
  ],
  schedules: (parts: InboxParts) => [
    { name: 'growth-inbox', everySeconds: 60, work: (context: ScheduledContext) => sweepMailboxes(parts, context) },
  ],
  person: {
    exportIn: async (tx, { email }) => {
      const address = normalAddress(email)
      if (address === undefined) return { growthMessages: [] }
      const leadIds = (await leadsOfPerson(tx, email)).map(({ id }) => id)
      return { growthMessages: (await messagesOfPerson(tx, address, leadIds)).map(presentMessage) }
    },
    eraseIn: async (tx, { email }) => {
      const address = normalAddress(email)
      if (address !== undefined) await eraseMessagesFrom(tx, address)
    },
  },
})

const mailboxesAtOnce = 8

/** Reads the new mail of every mailbox. Mail that a dead process did not file is read again. */
export const sweepMailboxes = (parts: InboxParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(parts.database, mailboxesReadIn, (workspace, turn) => readMailboxes(parts, workspace, turn), context)

/** Reads the mailboxes of a workspace. One that does not answer does not hold up the others. */
export const readMailboxes = async (
  parts: InboxParts,
  workspace: string,
  { time, log }: Pick<Turn, 'time' | 'log'>,
): Promise<void> => {
  await parts.database.within(workspace, endWaits)
  if (!parts.vault.available) return
  const mailboxes = await parts.database.reading(workspace, mailboxesToRead)
  const ownAddresses = new Set(mailboxes.map(({ address }) => address))
  const limit = pLimit(mailboxesAtOnce)
  const read = async (id: string) => {
    if (time.aborted) return
    try {
      await readNewMail(parts, workspace, id, {
        read: (raw) => readAndJudge(parts.database, workspace, raw),
        file: async (tx, reply) => void (await fileMail(tx, parts, { id, ownAddresses }, reply)),
      })
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error
      log.warn({ workspace, mailbox: id, reason: error.reason }, 'A mailbox could not be read; will retry')
    }
  }
  const outcomes = await Promise.allSettled(mailboxes.map(({ id }) => limit(() => read(id))))
  const broken = outcomes.find((one) => one.status === 'rejected')
  if (broken) throw broken.reason
}
