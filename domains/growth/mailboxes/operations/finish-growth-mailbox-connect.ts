import { MailFailure } from '../../../../execution/mail/index.ts'
import { linkTokenHash, RootKeyMissing, VaultUnavailable } from '../../../../platform/crypto/index.ts'
import { isMailAddress, normalEmail } from '../../../../platform/contract/email.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { finishGrowthMailboxConnect } from '../contract.ts'
import { signInVerifier } from '../credentials.ts'
import { keepMailbox } from '../keep-mailbox.ts'
import { redirectPath, type MailboxOperationParts } from '../parts.ts'
import { presentMailbox } from '../present.ts'
import { shownName } from '../rules.ts'
import { takeConnection } from '../store-connections.ts'

const withinMs = 30_000

export default ({ database, mail, vault, linkTo }: MailboxOperationParts) =>
  handle(finishGrowthMailboxConnect, async ({ workspace, body, caller, now, signal, commit, fail }) => {
    const { state, code } = body
    if (!vault.available) return fail.noVault()
    const { userId } = caller
    const stateHash = linkTokenHash(state) ?? fail.stateRefused()
    const begun = await database
      .within(workspace, async (tx) => {
        const taken = await takeConnection(tx, stateHash, userId, now)
        return taken && { provider: taken.provider, verifier: await signInVerifier.open(tx, vault, state, taken) }
      })
      .catch((error: unknown) => {
        if (error instanceof VaultUnavailable || error instanceof RootKeyMissing) return fail.noVault()
        throw error
      })
    if (!begun) return fail.stateRefused()
    const { provider, verifier } = begun
    if (!mail.oauth.hasClient(provider)) return fail.noClient()
    const until = AbortSignal.any([signal, AbortSignal.timeout(withinMs)])
    const granted = await mail.oauth
      .exchange(provider, { code, verifier, redirectUri: linkTo(redirectPath) }, now, until)
      .catch((error: unknown) => {
        if (error instanceof MailFailure) return fail.accessRefused({ reason: error.message })
        throw error
      })
    const { address: spelled, name, ...tokens } = granted
    if (!isMailAddress(spelled)) return fail.accessRefused({ reason: 'The provider named no usable address.' })
    const address = normalEmail(spelled)
    return commit(async ({ tx, created }) => {
      const credentials = { kind: 'oauth', ...tokens } as const
      const displayName = shownName(name)
      const mailbox = await keepMailbox(tx, vault, {
        provider,
        address,
        displayName,
        credentials,
        userId,
        now,
      })
      if (!mailbox) return fail.tooMany()
      return created(await presentMailbox(tx, mailbox, now), {
        resource: ['growth_mailbox', mailbox.id],
        metadata: { provider },
      })
    })
  })
