import exportGrowthResults from './operations/export-growth-results.ts'
import getGrowthPlay from './operations/get-growth-play.ts'
import showGrowthUnsubscribe from './operations/show-growth-unsubscribe.ts'
import testGrowthPlay from './operations/test-growth-play.ts'
import unsubscribeFromGrowth from './operations/unsubscribe-from-growth.ts'
import updateGrowthLead from './operations/update-growth-lead.ts'
import type { SendingParts } from './parts.ts'

export default (parts: SendingParts) => ({
  getGrowthPlay: getGrowthPlay(parts),
  testGrowthPlay: testGrowthPlay(parts),
  exportGrowthResults,
  updateGrowthLead: updateGrowthLead(parts.vault),
  showGrowthUnsubscribe: showGrowthUnsubscribe(parts.vault),
  unsubscribeFromGrowth: unsubscribeFromGrowth(parts.vault),
})
