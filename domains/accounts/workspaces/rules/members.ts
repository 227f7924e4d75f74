import type { Static } from '../../../../platform/contract/schema.ts'
import type { Member, MemberInvitation } from '../contract/members.ts'

export type MemberRole = Static<typeof Member>['role']
export type InvitationStatus = Static<typeof MemberInvitation>['status']

/** Whose place each role may change or take away; owners are out of everybody's reach but their own. */
const reach: Readonly<Record<MemberRole, readonly MemberRole[]>> = {
  owner: ['owner', 'admin', 'member'],
  admin: ['admin', 'member'],
  member: [],
}

type ChangeVerdict = 'allowed' | 'forbidden' | 'ownerOnly' | 'lastOwner'

interface MemberChange {
  readonly actor: MemberRole
  readonly target: MemberRole
  /** The target's place after the change; undefined if it is taken away. */
  readonly after: MemberRole | undefined
  /** Owners that the workspace has before it. */
  readonly owners: number
}

/** Decides whether a member may change the place of another, or their own. */
export const changeVerdict = ({ actor, target, after, owners }: MemberChange): ChangeVerdict => {
  if (reach[actor].length === 0) return 'forbidden'
  if (!reach[actor].includes(target) || (after && !reach[actor].includes(after))) return 'ownerOnly'
  return after !== 'owner' && isLastOwner(target, owners) ? 'lastOwner' : 'allowed'
}

/** True if the workspace would have no owner without this member. */
export const isLastOwner = (role: MemberRole, owners: number): boolean => role === 'owner' && owners <= 1

const dayMs = 86_400_000

/** How long the link of an invitation works. */
export const expiryOf = (sentAt: Date): Date => new Date(sentAt.getTime() + 7 * dayMs)

/** Open invitations that a workspace may have. */
export const invitationsMost = 500

type Acceptance =
  | 'open'
  | 'absent'
  | 'emailNotVerified'
  | 'invitationAccepted'
  | 'invitationRevoked'
  | 'invitationExpired'

const answers = {
  pending: 'open',
  accepted: 'invitationAccepted',
  revoked: 'invitationRevoked',
  expired: 'invitationExpired',
} as const satisfies Record<InvitationStatus, Acceptance>

interface Accepting {
  readonly invited: { readonly emailNormal: string; readonly status: InvitationStatus }
  readonly person: { readonly emailNormal: string; readonly isVerified: boolean }
}

/** The effect of a token for a person: none except for the invited, who sees the outcome once verified. */
export const acceptanceOf = ({ invited, person }: Accepting): Acceptance => {
  if (invited.emailNormal !== person.emailNormal) return 'absent'
  return person.isVerified ? answers[invited.status] : 'emailNotVerified'
}
