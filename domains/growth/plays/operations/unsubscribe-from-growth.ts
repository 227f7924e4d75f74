import { Readable } from 'node:stream'
import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { lockLead, optOutLead } from '../../leads/index.ts'
import { suppressAddress } from '../../suppression/index.ts'
import { unsubscribeFromGrowth } from '../contract.ts'
import { stopAllMail } from '../stop-sequence.ts'
import { leadOfLink } from '../unsubscribe-link.ts'
import { pageFor } from '../unsubscribe-page.ts'

export default (vault: Vault) =>
  handle(unsubscribeFromGrowth, async ({ tx, params, body, now, absent, fail, ok }) => {
    // The link alone says who unsubscribes; what a mail program sends with it says nothing more.
    body.resume()
    if (!vault.available) return fail.noVault()
    const leadId = (await leadOfLink(tx, vault, params.token)) ?? absent()
    const lead = await lockLead(tx, leadId)
    const isRepeated = lead === undefined || lead.optedOutAt !== null
    if (lead) {
      await optOutLead(tx, lead.id, now)
      await stopAllMail(tx, lead.id, 'unsubscribed', now)
      if (lead.address !== null) await suppressAddress(tx, vault, lead.address, 'unsubscribe')
    }
    return ok(Readable.from([await pageFor(tx, leadId, 'done')]), {
      resource: ['growth_lead', leadId],
      ...(lead && { parent: ['growth_project', lead.growthProjectId] as const }),
      ...(isRepeated && { repeated: true }),
    })
  })
