import { validate } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { hasOwnWayIn, keepAccountEvent } from '../../people/index.ts'
import { unlinkMyIdentity } from '../contract.ts'
import type { CompanyParts } from '../parts.ts'
import { unlinkIdentity } from '../store-identities.ts'

export default ({ database, signIn: { log } }: Pick<CompanyParts, 'database' | 'signIn'>) =>
  handle(unlinkMyIdentity, async ({ tx, params: { id }, caller: { userId }, requestId, traceId, fail, ok }) => {
    if (!(await hasOwnWayIn(tx, userId))) return fail.onlyWay()
    if (!validate(id) || !(await unlinkIdentity(tx, id, userId))) return fail.notLinked()
    const event = { action: 'identity.unlink', severity: 'notice', details: { workspaceId: id } } as const
    await keepAccountEvent(tx, { ...event, userId, requestId, traceId }, { database, log })
    return ok({ deleted: true })
  })
