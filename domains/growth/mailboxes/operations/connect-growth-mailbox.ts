import { newVerifier } from '../../../../execution/mail/index.ts'
import { newLinkToken } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { connectGrowthMailbox } from '../contract.ts'
import { signInVerifier } from '../credentials.ts'
import { redirectPath, type MailboxOperationParts } from '../parts.ts'
import { beginConnection } from '../store-connections.ts'

const connectWithinMs = 600_000

export default ({ mail, vault, linkTo }: Pick<MailboxOperationParts, 'mail' | 'vault' | 'linkTo'>) =>
  handle(connectGrowthMailbox, async ({ tx, workspace, body: { provider }, caller, now, fail, ok }) => {
    if (!mail.oauth.hasClient(provider)) return fail.noClient()
    if (!vault.available) return fail.noVault()
    const { token: state, tokenHash: stateHash } = newLinkToken()
    const { verifier, challenge } = newVerifier()
    const secret = await signInVerifier.seal(tx, vault, state, verifier)
    const expiresAt = new Date(now.getTime() + connectWithinMs)
    await beginConnection(tx, { stateHash, provider, userId: caller.userId, expiresAt, ...secret }, now)
    const redirectUri = linkTo(redirectPath)
    return ok(
      { authorizationUrl: mail.oauth.authorizeUrl(provider, { state, challenge, redirectUri }) },
      { resource: ['growth_mailbox', workspace], metadata: { provider } },
    )
  })
