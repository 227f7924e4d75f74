import type { Caller } from '../../../platform/access/index.ts'
import { refuse } from '../../../platform/handler/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { changeVerdict, type MemberRole } from './rules/members.ts'
import { countOwners, findMember, lockMembers } from './store-members.ts'

/**
 * The member whose place is about to change, and the caller's role, read under the lock: a caller who was demoted while
 * waiting is refused.
 */
export const decideMemberChange = async (
  tx: Transaction,
  caller: Caller,
  { userId, after }: { readonly userId: string; readonly after: MemberRole | undefined },
) => {
  await lockMembers(tx)
  const [actor, target, owners] = await Promise.all([
    findMember(tx, caller.userId),
    findMember(tx, userId),
    countOwners(tx),
  ])
  if (!actor) return refuse('forbidden')
  if (!target) return refuse('absent')
  const verdict = changeVerdict({ actor: actor.role, target: target.role, after, owners })
  if (verdict === 'forbidden') return refuse('forbidden')
  return { target, verdict }
}
