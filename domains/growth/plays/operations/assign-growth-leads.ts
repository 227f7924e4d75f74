import { handle } from '../../../../platform/handler/index.ts'
import { chooseLeads } from '../../leads/index.ts'
import { findGrowthProject } from '../../research/index.ts'
import { assignGrowthLeads } from '../contract.ts'
import { findPlay } from '../store.ts'

const leadsMost = 100_000

export default handle(assignGrowthLeads, async ({ tx, params, body, absent, fail, ok }) => {
  const play = (await findPlay(tx, params.playId)) ?? absent()
  const { growthProjectId, id: growthPlayId } = play
  if ((await findGrowthProject(tx, growthProjectId))?.archivedAt !== null) return fail.archived()
  if (play.status === 'archived') return fail.playArchived()
  const { leadIds: ids = null, listId = null, limit = leadsMost } = body
  const assigned = await chooseLeads(tx, { growthProjectId, growthPlayId, ids, listId, limit })
  return ok(
    { assigned },
    {
      resource: ['growth_play', growthPlayId],
      parent: ['growth_project', growthProjectId],
      metadata: { assigned },
    },
  )
})
