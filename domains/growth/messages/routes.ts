import approveGrowthMessage from './operations/approve-growth-message.ts'
import approveGrowthMessages from './operations/approve-growth-messages.ts'
import discardGrowthMessage from './operations/discard-growth-message.ts'
import listGrowthMessages from './operations/list-growth-messages.ts'
import resolveGrowthMessage from './operations/resolve-growth-message.ts'

export default () => ({
  listGrowthMessages,
  approveGrowthMessage,
  approveGrowthMessages,
  discardGrowthMessage,
  resolveGrowthMessage,
})
