import { handle } from '../../../../platform/handler/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { admitPortalClient, lockClient, overridePermission } from '../store-seats.ts'
import { updateWorkspacePortalClient } from '../contract/portals.ts'
import { validIdOr } from '../valid-id.ts'
import { presentClient } from '../present-portal.ts'
import { findDefaults } from '../store-portals.ts'
import { findPortalPerson } from '../store-people.ts'

export default handle(updateWorkspacePortalClient, async ({ tx, params, body, now, absent, ok }) => {
  const userId = validIdOr(params.userId, absent)
  const { canCreateProjects } = body
  await lockClient(tx, userId)
  if (!(await findPortalPerson(tx, userId))) return absent()
  await setOverride(tx, userId, canCreateProjects, now)
  const [person, byDefault] = await Promise.all([findPortalPerson(tx, userId), findDefaults(tx)])
  return ok(presentClient(person ?? absent(), byDefault.canCreateProjects), {
    resource: ['portal_client', userId],
    metadata: { userId, canCreateProjects },
  })
})

/** An override is the agency's own: a client by a seat alone becomes one of the agency with it. */
const setOverride = (tx: Transaction, userId: string, canCreateProjects: boolean | null, createdAt: Date) =>
  canCreateProjects === null
    ? overridePermission(tx, userId, null)
    : admitPortalClient(tx, { userId, canCreateProjects, createdAt })
