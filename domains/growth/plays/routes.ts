import approveGrowthMessage from './operations/approve-growth-message.ts'
import approveGrowthMessages from './operations/approve-growth-messages.ts'
import assignGrowthLeads from './operations/assign-growth-leads.ts'
import createGrowthPlay from './operations/create-growth-play.ts'
import discardGrowthMessage from './operations/discard-growth-message.ts'
import exportGrowthResults from './operations/export-growth-results.ts'
import getGrowthPlay from './operations/get-growth-play.ts'
import getGrowthProject from './operations/get-growth-project.ts'
import getGrowthSpend from './operations/get-growth-spend.ts'
import listGrowthMessages from './operations/list-growth-messages.ts'
import listGrowthPlays from './operations/list-growth-plays.ts'
import queueGrowthLeads from './operations/queue-growth-leads.ts'
import resolveGrowthMessage from './operations/resolve-growth-message.ts'
import showGrowthUnsubscribe from './operations/show-growth-unsubscribe.ts'
import startGrowthDrafts from './operations/start-growth-drafts.ts'
import startGrowthPlayLookup from './operations/start-growth-play-lookup.ts'
import testGrowthPlay from './operations/test-growth-play.ts'
import unsubscribeFromGrowth from './operations/unsubscribe-from-growth.ts'
import updateGrowthLead from './operations/update-growth-lead.ts'
import updateGrowthPlay from './operations/update-growth-play.ts'
import type { PlayParts } from './parts.ts'

export default (parts: PlayParts) => ({
  getGrowthProject,
  listGrowthPlays,
  createGrowthPlay,
  getGrowthPlay: getGrowthPlay(parts),
  updateGrowthPlay: updateGrowthPlay(parts),
  assignGrowthLeads,
  queueGrowthLeads: queueGrowthLeads(parts.vault),
  updateGrowthLead: updateGrowthLead(parts.vault),
  startGrowthPlayLookup: startGrowthPlayLookup(parts),
  startGrowthDrafts: startGrowthDrafts(parts),
  testGrowthPlay: testGrowthPlay(parts),
  exportGrowthResults,
  getGrowthSpend,
  listGrowthMessages,
  approveGrowthMessage,
  approveGrowthMessages,
  discardGrowthMessage,
  resolveGrowthMessage,
  showGrowthUnsubscribe: showGrowthUnsubscribe(parts.vault),
  unsubscribeFromGrowth: unsubscribeFromGrowth(parts.vault),
})
