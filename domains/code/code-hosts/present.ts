import type { Static } from '../../../platform/contract/index.ts'
import type { CodeHost, RepoConnectPreview } from './contract.ts'
import { pushState } from './rules.ts'
import type { CodeHostLinkRow, CodeHostRow } from './tables.ts'

export const presentCodeHost = ({ id, kind, name, baseUrl, createdAt }: CodeHostRow): Static<typeof CodeHost> => ({
  id,
  kind,
  name,
  baseUrl,
  createdAt,
})

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
})
