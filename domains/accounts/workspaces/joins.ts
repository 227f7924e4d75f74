import { withPerson } from '../../../platform/access/index.ts'

// Fragments for statements of other domains. Arguments are SQL: a column or a parameter.

/** True if a person has a membership in a workspace. */
export const hasMembershipIn = (workspaceId: string, userId: string): string =>
  `exists (select from membership m where m.workspace_id = ${workspaceId} and m.user_id = ${userId})`

/** True if a person has a membership anywhere, or revoked a key that is still named. */
export const isReferredTo = (userId: string): string =>
  `(exists (select from membership m where m.user_id = ${userId})
    or exists (select from api_key k where k.revoked_by = ${userId}))`

/** The workspaces in which a person has a membership, as `workspace_id`. */
export const workspacesOfPerson = (userId: string, role?: 'client'): string =>
  `select workspace_id from membership where user_id = ${userId}${role ? ` and role = '${role}'` : ''}`

/** Every workspace, as `workspace_id`, and whether the person has a membership in it, as `is_member`. */
export const workspacesWithMembership = (userId: string): string =>
  `select w.id as workspace_id, ${hasMembershipIn('w.id', userId)} as is_member from workspace w`

/** People of the transaction's workspace: `users`, and `m` with their role. */
export const workspacePeople = `membership m ${withPerson('m.user_id')} and m.workspace_id = :workspace`

/** The name of a workspace's person, for statements of other domains with `:workspace`; null for a person who left. */
export const memberName = (userId: string): string =>
  `(select users.name from membership m ${withPerson('m.user_id')}
     where m.workspace_id = :workspace and m.user_id = ${userId})`

/** To join the workspace of a row. */
export const withWorkspace = (workspaceId: string): string => `join workspace on workspace.id = ${workspaceId}`

/** The number of a member's living keys, as `keys` of `k`; `m` is the membership. */
export const liveKeysOfMember = `lateral (select count(*)::int as keys from api_key
  where api_key.workspace_id = m.workspace_id and api_key.user_id = m.user_id and api_key.revoked_at is null
    and (api_key.expires_at is null or api_key.expires_at > now()::timestamptz(3))) k`

/** To join the people of the agency in a workspace, as `m` with their role. */
export const withAgencyMembers = (workspaceId: string): string =>
  `join membership m on m.workspace_id = ${workspaceId} and m.role <> 'client'`
