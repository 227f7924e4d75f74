import type { ChecksState, CodeHostKind } from '../../../execution/code-hosts/index.ts'
import { table, type RowOf } from '../../../platform/db/table.ts'
import type { PullRequestState } from './rules.ts'

export const codeHost = table(
  'code_host',
  {
    id: 'uuid',
    kind: 'text',
    name: 'text',
    baseUrl: 'text',
    appId: 'text?',
    installationId: 'text?',
    keyVersion: 'int4',
    ciphertext: 'bytea',
    hookKeyVersion: 'int4?',
    hookCiphertext: 'bytea?',
    lastDeliveryAt: 'timestamptz?',
    tokenExpiresAt: 'timestamptz?',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid', createdBy: 'uuid', warnedAt: 'timestamptz?', hookTokenHash: 'bytea?', nameKey: 'text?' },
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
    pullRequests: 'bool',
    hookId: 'text?',
    hookAttempts: 'int4',
    hookNextAt: 'timestamptz?',
    hookError: 'text?',
    lookAt: 'timestamptz?',
    lookError: 'text?',
    connectedAt: 'timestamptz',
  },
  { workspaceId: 'uuid', connectedBy: 'uuid' },
)
export type CodeHostLinkRow = RowOf<typeof codeHostLink>

export const codeHostDelivery = table(
  'code_host_delivery',
  { codeHostId: 'uuid', deliveryId: 'text', event: 'text', receivedAt: 'timestamptz' },
  { workspaceId: 'uuid' },
)

export const pullRequest = table(
  'pull_request',
  {
    id: 'uuid',
    projectId: 'uuid',
    repositoryId: 'uuid',
    codeHostId: 'uuid?',
    cycleId: 'uuid',
    runId: 'uuid',
    branch: 'text',
    targetBranch: 'text',
    commitSha: 'text',
    title: 'text',
    body: 'text',
    state: 'text',
    checks: 'text',
    number: 'int4?',
    url: 'text?',
    revisionId: 'uuid?',
    headSha: 'text?',
    doubt: 'text?',
    acceptedAt: 'timestamptz?',
    withdrawnAt: 'timestamptz?',
    attempts: 'int4',
    nextAttemptAt: 'timestamptz?',
    error: 'text?',
    createdAt: 'timestamptz',
    changedAt: 'timestamptz',
  },
  { workspaceId: 'uuid', hintedAt: 'timestamptz?' },
)
export type PullRequestRow = RowOf<typeof pullRequest, { state: PullRequestState; checks: ChecksState }>

export const pullRequestComment = table(
  'pull_request_comment',
  { pullRequestId: 'uuid', commentId: 'text', body: 'text?', createdAt: 'timestamptz', sentAt: 'timestamptz?' },
  { workspaceId: 'uuid' },
)
export type PullRequestCommentRow = RowOf<typeof pullRequestComment>
