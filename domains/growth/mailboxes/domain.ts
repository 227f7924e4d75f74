import { type ScheduledContext, eachDue, inDueWorkspaces } from '../../../platform/jobs/index.ts'
import { domain } from '../../domain.ts'
import { growthMailboxes } from './contract.ts'
import { type MailboxParts, mailboxCredentials } from './sign-in.ts'
import routes, { mailboxJobActions, recordRevoked } from './handlers.ts'
import { namesOfMailboxes, findMailbox, eraseMailbox, mailboxesOfPerson } from './store.ts'
import { openIfKeyed } from '../../../platform/crypto/index.ts'
import { removeRevocation, revocationsDueIn, claimRevocations } from './store-connections.ts'
import type { RevocationRow } from './tables.ts'

export default domain({
  name: 'mailboxes',
  contract: growthMailboxes,
  handlers: routes,
  kinds: { growth_mailbox: async (tx, id) => (await findMailbox(tx, { id })) && { projectId: null } },
  names: { growth_mailbox: namesOfMailboxes },
  schedules: (parts: MailboxParts) => [
    { name: 'growth-revocations', everySeconds: 60, work: (context) => sweepRevocations(parts, context) },
  ],
  person: {
    exportIn: async (tx, person) => ({ growthMailboxes: await mailboxesOfPerson(tx, person) }),
    eraseIn: (tx, { email }) => eraseMailbox(tx, email),
  },
  jobActions: mailboxJobActions,
})

const atOnce = 20
const withinMs = 10_000

/** Withdraws the access to mailboxes of people who were erased, and deletes the credentials. */
export const sweepRevocations = (parts: MailboxParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(
    parts.database,
    revocationsDueIn,
    async (workspace, turn) => {
      const claimed = await parts.database.within(workspace, (tx) => claimRevocations(tx, { limit: atOnce }))
      await eachDue(claimed, (one) => withdraw(parts, workspace, one, turn.signal), turn, {
        failure: 'Could not withdraw the access to a mailbox; will retry',
        about: ({ mailboxId }) => ({ workspace, mailbox: mailboxId }),
      })
    },
    context,
  )

const withdraw = async (
  { database, vault, mail }: MailboxParts,
  workspace: string,
  { mailboxId, provider, triedUntil, ...sealed }: RevocationRow,
  signal: AbortSignal,
): Promise<void> => {
  const credentials = await database.reading(workspace, (tx) =>
    openIfKeyed(() => mailboxCredentials.open(tx, vault, mailboxId, sealed)),
  )
  const token = credentials?.kind === 'oauth' ? credentials.refreshToken : undefined
  const until = AbortSignal.any([signal, AbortSignal.timeout(withinMs)])
  const isRevoked = token !== undefined && (await mail.oauth.revoke(provider, token, until))
  await database.within(workspace, async (tx) => {
    if (!isRevoked && triedUntil > (await tx.now())) return
    if (await removeRevocation(tx, { mailboxId })) recordRevoked(tx, mailboxId, isRevoked)
  })
}
