import type { Transaction } from '../../../platform/db/transaction.ts'
import { findGrant, holdProject, putGrant, type GrantSource } from '../../code/projects/index.ts'
import { presentAccess } from './present-portal.ts'
import { levelOf } from './rules.ts'

/** Lets a place view or steer one project; undefined if the project is none that it can be given. */
export const shareProject = async (
  tx: Transaction,
  source: GrantSource,
  projectId: string,
  canSteer: boolean,
  now: Date,
) => {
  const project = await holdProject(tx, projectId, source.accountId)
  if (!project) return undefined
  const before = await findGrant(tx, source, projectId)
  const grant = await putGrant(tx, source, projectId, levelOf(canSteer), now)
  return {
    access: presentAccess({ ...project, ...grant }),
    isRepeated: before?.level === grant.level,
    isLess: before?.level === 'steer' && grant.level === 'view',
  }
}

/** The subject of a grant's audit row and event. */
export const grantAuditSubject = (projectId: string, { userId, accountId }: GrantSource, canSteer?: boolean) => ({
  resource: ['project', projectId] as const,
  within: { projectId },
  metadata: {
    projectId,
    userId,
    ...(accountId && { clientAccountId: accountId }),
    ...(canSteer !== undefined && { canSteer }),
  },
})
