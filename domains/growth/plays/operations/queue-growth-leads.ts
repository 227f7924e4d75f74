import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { findGrowthProject } from '../../research/index.ts'
import { queueGrowthLeads } from '../contract.ts'
import { queueLeadsOf } from '../queue-leads.ts'
import { findPlay } from '../store.ts'

export default (vault: Vault) =>
  handle(queueGrowthLeads, async ({ tx, params, now, absent, fail, ok }) => {
    const play = (await findPlay(tx, params.playId)) ?? absent()
    if (!vault.available) return fail.noVault()
    const project = await findGrowthProject(tx, play.growthProjectId)
    if (project?.archivedAt !== null || play.status !== 'active') return fail.notRunning()
    const { queued, refused } = await queueLeadsOf(tx, vault, play, now)
    return ok(
      { queued, refused },
      {
        resource: ['growth_play', play.id],
        parent: ['growth_project', play.growthProjectId],
        metadata: { queued, refused },
      },
    )
  })
