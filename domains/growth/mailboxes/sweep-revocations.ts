import { openIfKeyed } from '../../../platform/crypto/index.ts'
import { eachDue, inDueWorkspaces, type ScheduledContext } from '../../../platform/jobs/index.ts'
import { mailboxCredentials } from './credentials.ts'
import type { MailboxParts } from './parts.ts'
import { recordRevoked } from './record-changes.ts'
import { removeRevocation, revocationsDueIn, takeRevocations } from './store-revocations.ts'
import type { RevocationRow } from './tables.ts'

const atOnce = 20
const withinMs = 10_000

/** Withdraws the access to mailboxes of people who were erased, and forgets the credentials. */
export const sweepRevocations = (parts: MailboxParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(
    parts.database,
    revocationsDueIn,
    async (workspace, turn) => {
      const taken = await parts.database.within(workspace, (tx) => takeRevocations(tx, atOnce))
      await eachDue(taken, (one) => withdraw(parts, workspace, one, turn.signal), turn, {
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
    if (await removeRevocation(tx, mailboxId)) recordRevoked(tx, mailboxId, isRevoked)
  })
}
