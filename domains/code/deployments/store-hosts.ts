import { isInShownProjects, type ProjectFilter } from '../projects/index.ts'
import type { DeploymentRow } from './tables.ts'
import { rowStatement, statement, type NoValues } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

/** Where a host belongs to. */
export interface HostPlace {
  readonly workspaceId: string
  readonly projectId: string
}

/** The workspace and project of a label, among all workspaces; undefined for an undecided change's host. */
export const placeOfLabel = rowStatement<{ label: string }, HostPlace>(
  'deployment.host-place',
  `select workspace_id as "workspaceId", project_id as "projectId" from deployment_host
   where label = :label and kind <> 'change'`,
)

/** The workspace and project whose production a domain leads to, asked among all workspaces. */
export const placeOfDomain = rowStatement<{ domain: string }, HostPlace>(
  'deployment.domain-place',
  `select workspace_id as "workspaceId", project_id as "projectId" from production_domain
   where domain = :domain and connected_at is not null`,
)

const domainsMost = 10_000
const connected = statement<NoValues, { domain: string }>(
  'deployment.connected-domains',
  `select domain from production_domain where connected_at is not null order by connected_at limit ${domainsMost}`,
)
/** Every domain that leads to the production of a project, asked among all workspaces. */
export const connectedDomains = async (tx: Transaction) => (await connected(tx)).map(({ domain }) => domain)

const workspaces = statement<NoValues, { workspaceId: string }>(
  'deployment.workspaces',
  'select distinct workspace_id as "workspaceId" from deployment_host',
)
/** Every workspace that deployed something. */
export const workspacesWithDeployments = async (tx: Transaction) =>
  (await workspaces(tx)).map(({ workspaceId }) => workspaceId)

type LiveCommit = Pick<DeploymentRow, 'projectId' | 'repositoryId'> & { readonly commitSha: string }
/** The commits that are live in production; at most `limit`. */
export const liveInProduction = statement<ProjectFilter & { limit: number }, LiveCommit>(
  'deployment.live-in-production',
  `select project_id as "projectId", repository_id as "repositoryId", coalesce(commit_sha, '') as "commitSha"
   from deployment where workspace_id = :workspace and kind = 'production' and status = 'live' and commit_sha is not null
     and ${isInShownProjects('project_id')} limit :limit`,
)
