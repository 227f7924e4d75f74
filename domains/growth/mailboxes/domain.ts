import type { ScheduledContext } from '../../../platform/jobs/index.ts'
import { domain } from '../../domain.ts'
import { growthMailboxes } from './contract.ts'
import type { MailboxParts } from './parts.ts'
import { mailboxJobActions } from './record-changes.ts'
import routes from './handlers.ts'
import { namesOfMailboxes, findMailbox } from './store.ts'
import { eraseMailbox, mailboxesOfPerson } from './store-person.ts'
import { sweepRevocations } from './sweep-revocations.ts'

export default domain({
  name: 'mailboxes',
  contract: growthMailboxes,
  handlers: routes,
  kinds: { growth_mailbox: async (tx, id) => (await findMailbox(tx, id)) && { projectId: null } },
  names: { growth_mailbox: namesOfMailboxes },
  schedules: (parts: MailboxParts) => [
    {
      name: 'growth-revocations',
      everySeconds: 60,
      work: (context: ScheduledContext) => sweepRevocations(parts, context),
    },
  ],
  person: {
    exportIn: async (tx, person) => ({ growthMailboxes: await mailboxesOfPerson(tx, person) }),
    eraseIn: (tx, { email }) => eraseMailbox(tx, email),
  },
  jobActions: mailboxJobActions,
})
