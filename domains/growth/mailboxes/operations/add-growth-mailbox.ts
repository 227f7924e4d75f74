import { MailFailure } from '../../../../execution/mail/index.ts'
import { normalEmail } from '../../../../platform/contract/email.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { addGrowthMailbox } from '../contract.ts'
import { keepMailbox } from '../keep-mailbox.ts'
import type { MailboxOperationParts } from '../parts.ts'
import { presentMailbox } from '../present.ts'

const withinMs = 45_000
const errorOf = { address: 'serverRefused', sign_in: 'signInRefused', unavailable: 'notReached' } as const

export default ({ mail, vault }: Pick<MailboxOperationParts, 'mail' | 'vault'>) =>
  handle(addGrowthMailbox, async ({ body, caller, now, signal, commit, fail }) => {
    if (!vault.available) return fail.noVault()
    const { user, password, smtp, imap, displayName = null, dkimSelector = null } = body
    const servers = { smtp, imap }
    const until = AbortSignal.any([signal, AbortSignal.timeout(withinMs)])
    await mail.check(servers, { user, password }, until).catch((error: unknown) => {
      if (error instanceof MailFailure) return fail[errorOf[error.reason]]({ reason: error.message })
      throw error
    })
    const { userId } = caller
    return commit(async ({ tx, created }) => {
      const credentials = { kind: 'password', servers, user, password } as const
      const address = normalEmail(body.address)
      const added = { provider: 'imap', address, displayName, dkimSelector, credentials, userId, now } as const
      const mailbox = await keepMailbox(tx, vault, added)
      if (!mailbox) return fail.tooMany()
      return created(await presentMailbox(tx, mailbox, now), { resource: ['growth_mailbox', mailbox.id] })
    })
  })
