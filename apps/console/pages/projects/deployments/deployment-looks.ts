import type { listDeployments } from '../../../../../domains/code/deployments/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import type { StateBadge } from '../../../states.ts'

export type Deployment = Reply<typeof listDeployments>[number]

/** The glyph and the colour of each state of a deployment. */
export const deploymentLooks: Readonly<Record<Deployment['status'], StateBadge>> = {
  building: { glyph: 'building', tone: 'live' },
  deploying: { glyph: 'testing', tone: 'live' },
  live: { glyph: 'good', tone: 'good' },
  failed: { glyph: 'bad', tone: 'bad' },
  expired: { glyph: 'stopped', tone: 'plain' },
}
