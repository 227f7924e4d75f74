import type { Static } from '../../platform/contract/schema.ts'
import type { Member } from './contract.ts'

export type MemberRole = Static<typeof Member>['role']

/** Whose place each role may change or take away; owners are out of everybody's reach but their own. */
const reach: Readonly<Record<MemberRole, readonly MemberRole[]>> = {
  owner: ['owner', 'admin', 'member'],
  admin: ['admin', 'member'],
  member: [],
}

export type Standing = 'allowed' | 'forbidden' | 'ownerOnly' | 'lastOwner'

interface Change {
  readonly actor: MemberRole
  readonly target: MemberRole
  /** The target's place after the change; undefined where it is taken away. */
  readonly after: MemberRole | undefined
  /** Owners that the workspace has before it. */
  readonly owners: number
}

/** Whether one member may change the place of another, or their own. */
export const standingOf = ({ actor, target, after, owners }: Change): Standing => {
  if (reach[actor].length === 0) return 'forbidden'
  if (!reach[actor].includes(target) || (after && !reach[actor].includes(after))) return 'ownerOnly'
  return target === 'owner' && after !== 'owner' && owners <= 1 ? 'lastOwner' : 'allowed'
}
