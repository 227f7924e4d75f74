import { handle } from '../../../../platform/handler/index.ts'
import { leadIdsToLookUp } from '../../leads/index.ts'
import { hasRoom, lookUpLeads } from '../../providers/index.ts'
import { findGrowthProject } from '../../research/index.ts'
import { startGrowthPlayLookup } from '../contract.ts'
import type { PlayParts } from '../parts.ts'
import { lockPlay } from '../store.ts'

const leadsMost = 10_000
/** Below the price of any look-up. */
const leastMicros = 1

export default ({ engine, vault }: Pick<PlayParts, 'engine' | 'vault'>) =>
  handle(startGrowthPlayLookup, async ({ tx, params, caller, absent, fail, accepted }) => {
    const play = (await lockPlay(tx, params.playId)) ?? absent()
    const { growthProjectId, id: growthPlayId } = play
    if ((await findGrowthProject(tx, growthProjectId))?.archivedAt !== null) return fail.archived()
    if (play.status === 'archived') return fail.playArchived()
    if (!vault.available) return fail.noVault()
    if (!(await hasRoom(tx, play.id, leastMicros))) return fail.overCap()
    const leadIds = await leadIdsToLookUp(tx, growthPlayId, leadsMost)
    const request = { growthProjectId, growthPlayId, leadIds, startedBy: caller.userId }
    const pass = (await lookUpLeads(tx, engine, request)) ?? fail.noLeads()
    return accepted(
      { lookupId: pass.id, leads: pass.leads },
      {
        resource: ['growth_lookup', pass.id],
        parent: ['growth_project', growthProjectId],
        metadata: { leads: pass.leads, growthPlayId },
      },
    )
  })
