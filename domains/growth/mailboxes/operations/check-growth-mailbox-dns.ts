import { handle } from '../../../../platform/handler/index.ts'
import { checkDns } from '../check-dns.ts'
import { checkGrowthMailboxDns } from '../contract.ts'
import type { MailboxOperationParts } from '../parts.ts'
import { findMailbox } from '../store.ts'

export default ({ mailTexts }: Pick<MailboxOperationParts, 'mailTexts'>) =>
  handle(checkGrowthMailboxDns, async ({ params, query, read, absent, ok }) => {
    const mailbox = await read(async (tx) => (await findMailbox(tx, params.mailboxId)) ?? absent())
    return ok(await checkDns(mailTexts, { ...mailbox, dkimSelector: query.selector ?? mailbox.dkimSelector }))
  })
