import { Type } from 'typebox'
import { operation, to, type Contract } from '../../platform/contract/index.ts'
import { Id, MessageAck, oneOf, paging, record, Time } from '../../platform/contract/schema.ts'

export const memberRoles = ['owner', 'admin', 'member'] as const

export const Member = record('Member', {
  userId: Id,
  name: Type.String({ examples: ['Ada Lovelace'] }),
  email: Type.String({ examples: ['ada@example.com'] }),
  role: oneOf(memberRoles),
  joinedAt: Time,
})

export const UpdateMember = record('UpdateMember', { role: oneOf(['admin', 'member']) })

/** A member of the workspace, for administrators: what is named belongs to no project. */
const toAdministratorsOf = {
  who: 'administrator',
  on: { kind: 'member', id: 'params.userId', needs: 'manage', otherwise: 'administrator' },
} as const

const ownerOnly = {
  status: 403,
  code: 'owner_only',
  message: 'Only an owner may do this to an owner, or hand on what an owner holds. Ask one of them.',
} as const

const lastOwner = {
  status: 409,
  code: 'last_owner',
  message: 'A workspace keeps at least one owner. Make somebody else an owner first.',
} as const

export const listMembers = operation({
  id: 'listMembers',
  method: 'GET',
  path: '/v1/api/members',
  summary: 'List the people of the agency, newest first; clients are not among them',
  access: to('agency'),
  query: Type.Object(paging),
  replies: { 200: Type.Array(Member) },
})

export const updateMember = operation({
  id: 'updateMember',
  method: 'PATCH',
  path: '/v1/api/members/{userId}',
  summary: 'Change the role of a member; owners are made by transferOwnership alone',
  access: toAdministratorsOf,
  body: UpdateMember,
  replies: { 200: Member },
  errors: { ownerOnly, lastOwner },
  audit: { action: 'member.change_role', category: 'update', severity: 'notice', event: 'member.role_changed' },
})

export const removeMember = operation({
  id: 'removeMember',
  method: 'DELETE',
  path: '/v1/api/members/{userId}',
  summary: 'Remove a member: their keys, sessions and open streams end at once, and what was shared with them is gone',
  access: toAdministratorsOf,
  replies: { 200: MessageAck },
  errors: { ownerOnly, lastOwner },
  audit: { action: 'member.remove', category: 'delete', severity: 'notice', event: 'member.removed' },
})

export const members = { listMembers, updateMember, removeMember } as const satisfies Contract
