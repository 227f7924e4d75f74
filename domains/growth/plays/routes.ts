import assignGrowthLeads from './operations/assign-growth-leads.ts'
import createGrowthPlay from './operations/create-growth-play.ts'
import getGrowthProject from './operations/get-growth-project.ts'
import getGrowthSpend from './operations/get-growth-spend.ts'
import listGrowthPlays from './operations/list-growth-plays.ts'
import queueGrowthLeads from './operations/queue-growth-leads.ts'
import startGrowthPlayLookup from './operations/start-growth-play-lookup.ts'
import updateGrowthPlay from './operations/update-growth-play.ts'
import type { PlayParts } from './parts.ts'

export default (parts: PlayParts) => ({
  getGrowthProject,
  listGrowthPlays,
  createGrowthPlay,
  updateGrowthPlay: updateGrowthPlay(parts),
  assignGrowthLeads,
  queueGrowthLeads: queueGrowthLeads(parts.vault),
  startGrowthPlayLookup: startGrowthPlayLookup(parts),
  getGrowthSpend,
})
