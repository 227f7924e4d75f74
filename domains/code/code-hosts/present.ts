import type { Static } from '../../../platform/contract/index.ts'
import type { CodeHost, PullRequest, RepoConnectPreview } from './contract.ts'
import { pushState } from './rules.ts'
import type { CodeHostLinkRow, CodeHostRow, PullRequestRow } from './tables.ts'

export const presentCodeHost = (row: CodeHostRow): Static<typeof CodeHost> => {
  const { id, kind, name, baseUrl, appId, installationId, tokenExpiresAt, createdAt } = row
  const app = appId === null || installationId === null ? null : { appId, installationId }
  return { id, kind, name, baseUrl, app, tokenExpiresAt, createdAt }
}

export const codeHostAuditSubject = ({ id, kind, name, baseUrl }: CodeHostRow, more: object = {}) => ({
  resource: ['code_host', id] as const,
  metadata: { kind, name, baseUrl, ...more },
})

export const presentConnection = (
  link: CodeHostLinkRow,
  host: CodeHostRow,
  fullName: string,
  headRevisionId: string | undefined,
): Static<typeof RepoConnectPreview>['connection'] => ({
  codeHostId: host.id,
  codeHostName: host.name,
  fullName,
  url: `${host.baseUrl}/${fullName}`,
  state: pushState({ ...link, headRevisionId }),
  pushedSha: link.pushedSha,
  pushedAt: link.pushedAt,
  error: link.error,
  nextAttemptAt: link.nextAttemptAt,
  pullRequests: link.pullRequests,
  webhookState: webhookState(link),
  webhookError: link.hookError,
  lastWebhookAt: host.lastDeliveryAt,
  takeError: link.lookError,
})

const webhookState = ({ hookId, hookError }: CodeHostLinkRow) => {
  if (hookId !== null) return 'made' as const
  return hookError === null ? ('waiting' as const) : ('failing' as const)
}

export const presentPullRequest = (row: PullRequestRow): Static<typeof PullRequest> => ({
  ...row,
  error: row.error ?? row.doubt,
})
