import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { findGrowthProject } from '../../research/index.ts'
import { suppressedAmong } from '../../suppression/index.ts'
import { updateGrowthLead } from '../contract.ts'
import { isSendable, refusalOf } from '../rules.ts'
import { lockLead, moveLead } from '../store.ts'

export default (vault: Vault) =>
  handle(updateGrowthLead, async ({ tx, params, body: { status }, now, absent, fail, ok }) => {
    const lead = (await lockLead(tx, params.leadId)) ?? absent()
    const project = await findGrowthProject(tx, lead.growthProjectId)
    const isDisqualified = status === 'disqualified'
    if (!isDisqualified && !vault.available) return fail.noVault()
    const place = lead.address ?? lead.domain
    const refusal = refusalOf(status, {
      isArchived: project?.archivedAt !== null,
      // No play is built yet, so that none is running.
      isPlayRunning: false,
      isOptedOut: lead.optedOutAt !== null,
      isSuppressed: !isDisqualified && (await suppressedAmong(tx, vault, [place])).has(place),
      isRegionExcluded: false,
      wasLookedUp: lead.lookedUpAt !== null,
      hasSendableAddress: isSendable(lead.address, lead.addressVerdict, lead.evidence.email?.source),
    })
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
