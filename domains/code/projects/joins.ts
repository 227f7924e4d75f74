import { isAgency, type Caller } from '../../../platform/access/index.ts'

// Fragments for statements of other domains. Arguments are SQL: a column or a parameter.

/** True if a project exists: not deleted. */
export const isLive = (projectId: string): string =>
  `exists (select from project p where p.id = ${projectId} and p.deleted_at is null)`

/** True if a project was shared with a person, in any way. */
export const isGranted = (projectId: string, userId: string): string =>
  `exists (select from project_grant g where g.project_id = ${projectId} and g.user_id = ${userId})`

/** True if a person may steer a project that was shared with them. */
export const isSteered = (projectId: string, userId: string): string =>
  `exists (select from project_grant g
     where g.project_id = ${projectId} and g.user_id = ${userId} and g.level = 'steer')`

/** The hours that a live project allows its requests, by the rule of `sourcedPolicies`; null for no end. */
export const approvalHours = (projectId: string, policy: 'remindEveryHours' | 'expireAfterHours'): string =>
  `(select nullif(coalesce(p.runtime -> 'approval' ->> '${policy}',
       (select d.approval ->> '${policy}' from workspace_default d where d.workspace_id = p.workspace_id))::int, 0)
     from project p where p.id = ${projectId} and p.deleted_at is null and p.archived_at is null)`

export const projectName = (projectId: string): string => `(select p.name from project p where p.id = ${projectId})`

/**
 * Rows of a list in projects that its caller sees: in the project `:projectId`, in the projects that a key names in
 * `:only`, and in the projects shared with the client `:grantedTo`; a parameter that is null leaves its condition out.
 */
export const isShown = (projectId: string): string =>
  `(:projectId::uuid is null or ${projectId} = :projectId) and (:only::uuid[] is null or ${projectId} = any(:only))
     and (:grantedTo::uuid is null or ${isGranted(projectId, ':grantedTo')})`

/** True if a project exists and is shown. As `isShown`, for many rows: the shown projects are collected once. */
export const isInShownProjects = (projectId: string): string =>
  `(${projectId} in (select p.id from project p where p.workspace_id = :workspace and p.deleted_at is null
     and ${isShown('p.id')})) is true`

export type Viewer = Pick<Caller, 'role' | 'userId' | 'projectIds'>

/** The parameters of `isShown`: a client sees shared projects; a key that names projects sees only these. */
export const shownTo = ({ role, userId, projectIds }: Viewer) => ({
  only: projectIds,
  grantedTo: isAgency(role) ? undefined : userId,
})

/** The parameters of `isShown`, null if they limit nothing. */
export interface ProjectFilter {
  readonly only: readonly string[] | null
  readonly grantedTo: string | null
  readonly projectId: string | null
}

/** The parameters of `isShown` for a statement about all projects. */
export const seenBy = (viewer: Viewer): ProjectFilter => {
  const { only = null, grantedTo = null } = shownTo(viewer)
  return { only, grantedTo, projectId: null }
}

/** True if a project was shared with a person before seats existed; only such a grant can keep a client here. */
export const hasLegacyGrant = (workspaceId: string, userId: string): string =>
  `exists (select from project_grant g
     where g.workspace_id = ${workspaceId} and g.user_id = ${userId} and g.source = 'legacy')`

/** The number of projects of a client account. */
export const countOfAccount = (workspaceId: string, accountId: string): string =>
  `(select count(*)::int from project p
     where p.workspace_id = ${workspaceId} and p.client_account_id = ${accountId} and p.deleted_at is null)`

/** The client account that a project belongs to; null for none and for a project that was deleted. */
export const accountOfProject = (projectId: string): string =>
  `(select p.client_account_id from project p where p.id = ${projectId} and p.deleted_at is null)`

/** Joins the project that a revision is the head of: `from revision ${ofItsProject}`. */
export const joinProjectOfHead = (revisionId: string): string =>
  `join project on project.head_revision_id = ${revisionId} and project.deleted_at is null`

/** Joins a project whose head is not this revision any more. */
export const joinProjectWithNewHead = (projectId: string, revisionId: string): string =>
  `join project on project.id = ${projectId} and project.deleted_at is null
     and project.head_revision_id is distinct from ${revisionId}`
