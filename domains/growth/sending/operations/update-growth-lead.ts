import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { judgeLeads, lockLead, moveLead, restartLead, waitForLookup } from '../../leads/index.ts'
import { findGrowthProject } from '../../research/index.ts'
import { updateGrowthLead } from '../contract.ts'
import { retryRefused } from '../../messages/index.ts'
import { findPlay } from '../../plays/index.ts'
import { isRunning } from '../../plays/rules.ts'

export default (vault: Vault) =>
  handle(updateGrowthLead, async ({ tx, params, body: { status }, now, absent, fail, ok }) => {
    const lead = (await lockLead(tx, params.leadId)) ?? absent()
    const project = await findGrowthProject(tx, lead.growthProjectId)
    if (status !== 'disqualified' && !vault.available) return fail.noVault()
    const play = lead.growthPlayId === null ? undefined : await findPlay(tx, lead.growthPlayId)
    const refusals = await judgeLeads(tx, vault, [lead], {
      to: status,
      isArchived: project?.archivedAt !== null,
      regions: play,
      isPlayRunning: play !== undefined && isRunning(play),
    })
    const refusal = refusals.get(lead.id)
    if (refusal) return fail[refusal]()
    const isBegunAgain = status === 'queued' && lead.sequenceStoppedAt !== null
    if (isBegunAgain) {
      await restartLead(tx, lead.id)
      if (play) await retryRefused(tx, lead.id, play.id, now)
    }
    const isLookedUpAgain = status === 'new' && lead.status !== 'disqualified' && lead.lookedUpAt !== null
    if (isLookedUpAgain) await waitForLookup(tx, lead.id)
    const isSame = lead.status === status && !isBegunAgain && !isLookedUpAgain
    const moved = isSame ? lead : await moveLead(tx, lead.id, status, now)
    const reply = { id: moved.id, status: moved.status, statusChangedAt: moved.statusChangedAt }
    return ok(reply, {
      resource: ['growth_lead', lead.id],
      parent: ['growth_project', lead.growthProjectId],
      metadata: { from: lead.status, to: status, ...(isBegunAgain && { endedBy: lead.sequenceStopReason }) },
      ...(isSame && { repeated: true }),
    })
  })
