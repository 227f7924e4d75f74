import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { findGrowthProject } from '../../research/index.ts'
import { updateGrowthLead } from '../contract.ts'
import { judgeLeads } from '../judge-leads.ts'
import { lockLead, moveLead } from '../store.ts'

export default (vault: Vault) =>
  handle(updateGrowthLead, async ({ tx, params, body: { status }, now, absent, fail, ok }) => {
    const lead = (await lockLead(tx, params.leadId)) ?? absent()
    const project = await findGrowthProject(tx, lead.growthProjectId)
    if (status !== 'disqualified' && !vault.available) return fail.noVault()
    const { growthPlayId } = lead
    const move = { to: status, growthPlayId, isArchived: project?.archivedAt !== null }
    const refusal = (await judgeLeads(tx, vault, [lead], move)).get(lead.id)
    if (refusal) return fail[refusal]()
    const moved = lead.status === status ? lead : await moveLead(tx, lead.id, status, now)
    const reply = { id: moved.id, status: moved.status, statusChangedAt: moved.statusChangedAt }
    return ok(reply, {
      resource: ['growth_lead', lead.id],
      parent: ['growth_project', lead.growthProjectId],
      metadata: { from: lead.status, to: status },
      ...(lead.status === status && { repeated: true }),
    })
  })
