import type { ScheduledContext } from '../../../platform/jobs/index.ts'
import { domain } from '../../domain.ts'
import { growthProposals } from './contract.ts'
import type { ProposalParts, ProposalWork } from './parts.ts'
import { proposalJobActions } from './record-changes.ts'
import routes from './routes.ts'
import { sweepResearch } from './sweep-research.ts'
import { proposalWorkflow } from './workflow.ts'

const lookEverySeconds = 5

export default domain({
  name: 'proposals',
  contract: growthProposals,
  handlers: routes,
  workflows: (parts: ProposalWork) => [proposalWorkflow(parts)],
  schedules: (parts: ProposalParts) => [
    {
      name: 'growth-proposals',
      everySeconds: lookEverySeconds,
      work: (context: ScheduledContext) => sweepResearch(parts, context),
    },
  ],
  jobActions: proposalJobActions,
})
