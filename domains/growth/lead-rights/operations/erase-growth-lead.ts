import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { eraseLeads, leadsOfMailbox, lockLead } from '../../leads/index.ts'
import { eraseMessagesFrom } from '../../messages/index.ts'
import { eraseCached } from '../../providers/index.ts'
import { eraseMailbox } from '../../suppression/index.ts'
import { eraseGrowthLead } from '../contract.ts'

export default (vault: Vault) =>
  handle(eraseGrowthLead, async ({ tx, params, absent, fail, ok }) => {
    const lead = (await lockLead(tx, params.leadId)) ?? absent()
    const { address } = lead
    if (address !== null && !vault.available) return fail.noVault()
    const leads = address === null ? [lead] : await leadsOfMailbox(tx, address)
    await eraseLeads(
      tx,
      leads.map(({ id }) => id),
    )
    if (address !== null) {
      await eraseMessagesFrom(tx, address)
      await eraseCached(tx, address)
      await eraseMailbox(tx, vault, address)
    }
    return ok(
      { deleted: true, leads: leads.length, isSuppressed: address !== null },
      {
        resource: ['growth_lead', lead.id],
        parent: ['growth_project', lead.growthProjectId],
        metadata: { leads: leads.length },
      },
    )
  })
