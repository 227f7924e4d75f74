import { handle } from '../../../../platform/handler/index.ts'
import { checkGrowthMailboxDns } from '../contract.ts'
import type { MailboxOperationParts } from '../parts.ts'
import { checkRecords } from '../rules/dns-records.ts'
import { findMailbox } from '../store.ts'

export default ({ mailTexts }: Pick<MailboxOperationParts, 'mailTexts'>) =>
  handle(checkGrowthMailboxDns, async ({ params, query, read, absent, ok }) => {
    const { address, provider } = await read(async (tx) => (await findMailbox(tx, params.mailboxId)) ?? absent())
    const domain = address.slice(address.lastIndexOf('@') + 1)
    const records = await mailTexts.reading((readTexts) => checkRecords(readTexts, domain, provider, query.selector))
    return ok({ domain, records })
  })
