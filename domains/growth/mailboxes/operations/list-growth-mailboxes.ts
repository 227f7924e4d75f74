import { oauthProviders } from '../../../../execution/mail/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listGrowthMailboxes } from '../contract.ts'
import type { MailboxParts } from '../parts.ts'
import { presentMailboxes } from '../present.ts'
import { mailboxes, sendableMailboxes } from '../store.ts'

export default ({ mail }: Pick<MailboxParts, 'mail'>) =>
  handle(listGrowthMailboxes, async ({ tx, query, now, ok }) => {
    const rows = query.includeDisconnected === 'true' ? await mailboxes(tx) : await sendableMailboxes(tx)
    return ok({
      mailboxes: await presentMailboxes(tx, rows, now),
      providers: oauthProviders.filter((one) => mail.oauth.hasClient(one)),
    })
  })
