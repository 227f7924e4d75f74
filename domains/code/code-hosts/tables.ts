import type { CodeHostKind } from '../../../execution/code-hosts/index.ts'
import { table, type RowOf } from '../../../platform/db/table.ts'

export const codeHost = table(
  'code_host',
  {
    id: 'uuid',
    kind: 'text',
    name: 'text',
    baseUrl: 'text',
    keyVersion: 'int4',
    ciphertext: 'bytea',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid', createdBy: 'uuid' },
)
export type CodeHostRow = RowOf<typeof codeHost, { kind: CodeHostKind }>

export const codeHostLink = table(
  'code_host_link',
  {
    projectId: 'uuid',
    repositoryId: 'uuid',
    codeHostId: 'uuid',
    seenRevisionId: 'uuid?',
    pushedSha: 'text?',
    pushedAt: 'timestamptz?',
    attempts: 'int4',
    nextAttemptAt: 'timestamptz?',
    error: 'text?',
    connectedAt: 'timestamptz',
  },
  { workspaceId: 'uuid', connectedBy: 'uuid' },
)
export type CodeHostLinkRow = RowOf<typeof codeHostLink>
