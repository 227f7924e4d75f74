import { findRole, isAgency } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findShownByToolbar, readToolbarToken, type PreviewSite } from '../../code/deployments/index.ts'
import { findProject, grantedProjects } from '../../code/projects/index.ts'
import { findCycle } from '../cycles/index.ts'

/**
 * The present rights of a toolbar's token: undefined for a person who lost the project, a share link that ended, a
 * toolbar that was switched off and another workspace's token; without a person for a visitor by a share link. Without
 * `deploymentId` it is the deployment that the address serves.
 */
export const previewVisit = async (
  tx: Transaction,
  { tokens }: Pick<PreviewSite, 'tokens'>,
  { token, deploymentId }: { readonly token: string; readonly deploymentId?: string | undefined },
  now: Date,
) => {
  const visitor = readToolbarToken(tokens, token, now)
  if (!visitor || visitor.workspaceId !== tx.workspace) return undefined
  const project = await findProject(tx, visitor.projectId)
  const deployment = project && (await findShownByToolbar(tx, visitor, deploymentId))
  if (!deployment) return undefined
  const person = visitor.isShared ? undefined : await personOf(tx, visitor)
  if (!visitor.isShared && !person) return undefined
  const cycle = deployment.cycleId === null ? undefined : await findCycle(tx, deployment.cycleId)
  return { person, project, deployment, cycle }
}

const personOf = async (tx: Transaction, visitor: Record<'workspaceId' | 'projectId' | 'userId', string>) => {
  const { workspaceId, projectId, userId } = visitor
  const role = await findRole(tx, workspaceId, userId)
  if (role === undefined) return undefined
  if (isAgency(role)) return { userId, role, level: 'manage' } as const
  const granted = (await grantedProjects(tx, userId)).find(({ id }) => id === projectId)
  return granted && ({ userId, role, level: granted.isSteered ? 'steer' : 'view' } as const)
}

export interface PreviewCommentParts {
  readonly previewSite: Pick<PreviewSite, 'tokens'>
  /** The whole address of a path of this server. */
  readonly linkTo: (path: string) => string
}
