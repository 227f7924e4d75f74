import type { ScheduledContext } from '../../../platform/jobs/index.ts'
import { domain } from '../../domain.ts'
import { leadsOfPerson } from '../leads/index.ts'
import { eraseMessagesFrom, messagesOfPerson } from '../messages/index.ts'
import { normalAddress } from '../suppression/index.ts'
import { growthInbox } from './contract.ts'
import type { InboxParts, SortParts } from './parts.ts'
import { presentMessage } from './present.ts'
import routes from './handlers.ts'
import { sweepMailboxes } from './sweep-mailboxes.ts'
import { replyRun } from './graph.ts'
import { sortStep } from './steps/sort.ts'

/** Sorts one reply. A reply that could not be sorted is left to people. */
const replyWorkflow = (parts: SortParts) =>
  replyRun.workflow({ first: 'sort', steps: { sort: sortStep(parts) }, ended: async () => undefined })

export default domain({
  name: 'inbox',
  contract: growthInbox,
  handlers: routes,
  workflows: (parts: SortParts) => [replyWorkflow(parts)],
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
