import type { Static } from '../../../platform/contract/index.ts'
import type { Member, MemberInvitation } from './contract/members.ts'
import type { InvitationRow, MemberRow } from './tables.ts'

export const presentMember = ({ userId, name, email, role, createdAt }: MemberRow): Static<typeof Member> => ({
  userId,
  name,
  email,
  role,
  joinedAt: createdAt,
})

export const presentInvitation = ({
  emailNormal: _emailNormal,
  createdBy,
  ...invitation
}: InvitationRow): Static<typeof MemberInvitation> => ({ ...invitation, invitedBy: createdBy })
