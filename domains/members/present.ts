import type { Static } from '../../platform/contract/index.ts'
import type { Member } from './contract.ts'
import type { MemberRow } from './tables.ts'

export const presentMember = ({ userId, name, email, role, createdAt }: MemberRow): Static<typeof Member> => ({
  userId,
  name,
  email,
  role,
  joinedAt: createdAt,
})
