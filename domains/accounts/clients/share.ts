import type { Transaction } from '../../../platform/db/transaction.ts'
import { shareWith, type GrantSource } from '../../code/projects/index.ts'
import { presentAccess } from './present-portal.ts'
import { levelOf } from './rules.ts'

/** Shares one project with a place, to view or to steer; undefined if the project cannot be shared with that place. */
export const shareProject = async (
  tx: Transaction,
  source: GrantSource,
  projectId: string,
  canSteer: boolean,
  now: Date,
) => {
  const shared = await shareWith(tx, source, projectId, levelOf(canSteer), now)
  if (!shared) return undefined
  const { grant, before } = shared
  return {
    access: presentAccess(grant),
    isRepeated: before === grant.level,
    isLess: before === 'steer' && grant.level === 'view',
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
