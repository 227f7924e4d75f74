import { oauthProviders } from '../../../../execution/mail/index.ts'
import { openIfKeyed } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { disconnectGrowthMailbox } from '../contract.ts'
import { mailboxCredentials } from '../credentials.ts'
import type { MailboxOperationParts } from '../parts.ts'
import { disconnectMailbox, findMailbox } from '../store.ts'

const revokeWithinMs = 10_000

export default (parts: Pick<MailboxOperationParts, 'mail' | 'vault'>) =>
  handle(disconnectGrowthMailbox, async ({ params: { mailboxId: id }, now, signal, read, commit, absent }) => {
    const { mail, vault } = parts
    const access = await read(async (tx) => {
      const mailbox = (await findMailbox(tx, id)) ?? absent()
      // Without the key that sealed them, the credentials can still be deleted.
      const credentials = await openIfKeyed(() => mailboxCredentials.open(tx, vault, mailbox.id, mailbox))
      const provider = oauthProviders.find((one) => one === mailbox.provider)
      return provider && credentials?.kind === 'oauth' ? { provider, token: credentials.refreshToken } : undefined
    })
    const until = AbortSignal.any([signal, AbortSignal.timeout(revokeWithinMs)])
    const revoked = access !== undefined && (await mail.oauth.revoke(access.provider, access.token, until))
    return commit(async ({ tx, ok }) => {
      const ended = await disconnectMailbox(tx, id, now)
      const answer = { id, disconnected: true, revoked }
      return ended ? ok(answer, { resource: ['growth_mailbox', id], metadata: { revoked } }) : ok(answer)
    })
  })
