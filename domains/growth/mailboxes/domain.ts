import { domain } from '../../domain.ts'
import { growthMailboxes } from './contract.ts'
import { mailboxJobActions } from './record-changes.ts'
import routes from './routes.ts'
import { findMailbox } from './store.ts'
import { eraseMailbox, mailboxesOfPerson } from './store-person.ts'

export default domain({
  name: 'mailboxes',
  contract: growthMailboxes,
  handlers: routes,
  kinds: { growth_mailbox: async (tx, id) => (await findMailbox(tx, id)) && { projectId: null } },
  person: {
    exportIn: async (tx, person) => ({ growthMailboxes: await mailboxesOfPerson(tx, person) }),
    eraseIn: (tx, { email }) => eraseMailbox(tx, email),
  },
  jobActions: mailboxJobActions,
})
