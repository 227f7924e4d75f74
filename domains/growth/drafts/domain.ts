import { domain } from '../../domain.ts'
import { growthDrafts } from './contract.ts'
import startGrowthDrafts, { type DraftParts } from './operations/start-growth-drafts.ts'
import type { DraftWork } from './parts.ts'
import { draftJobActions } from './record-changes.ts'
import { draftWorkflow } from './workflow.ts'

export default domain({
  name: 'drafts',
  contract: growthDrafts,
  handlers: (parts: DraftParts) => ({ startGrowthDrafts: startGrowthDrafts(parts) }),
  workflows: (parts: DraftWork) => [draftWorkflow(parts)],
  jobActions: draftJobActions,
})
