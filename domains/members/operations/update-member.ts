import type { Keys } from '../../../platform/access/index.ts'
import { handle } from '../../../platform/contract/index.ts'
import { updateMember } from '../contract.ts'
import { decidePlace } from '../place.ts'
import { presentMember } from '../present.ts'
import { setMemberRole } from '../store.ts'

export default (keys: Pick<Keys, 'forget'>) =>
  handle(updateMember, async ({ tx, params, body: { role }, caller, fail, ok }) => {
    const { target, standing } = await decidePlace(tx, caller, { userId: params.userId, after: role })
    if (standing !== 'allowed') return fail[standing]()
    const about = { resource: ['member', target.userId], metadata: { from: target.role, to: role } } as const
    if (target.role === role) return ok(presentMember(target), { ...about, repeated: true })
    await setMemberRole(tx, target, role)
    tx.afterCommit(() => keys.forget())
    return ok(presentMember({ ...target, role }), about)
  })
