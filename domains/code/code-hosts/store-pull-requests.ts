import { inTurns } from '../../../platform/db/fragments.ts'
import { matchStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto, selectById } from '../../../platform/db/table.ts'
import type { PullRequestState } from './rules.ts'
import { pullRequest, pullRequestComment, type PullRequestCommentRow, type PullRequestRow } from './tables.ts'

const { columns } = pullRequest
const listedMost = 100

const givenFields = [
  'id',
  'projectId',
  'repositoryId',
  'codeHostId',
  'cycleId',
  'runId',
  'branch',
  'targetBranch',
  'commitSha',
  'title',
  'body',
] as const
type NewPullRequestRow = Pick<PullRequestRow, (typeof givenFields)[number]> & { readonly now: Date }
export const insertPullRequest = statement<NewPullRequestRow, { id: string }>(
  'pull-request.insert',
  insertInto(
    pullRequest,
    givenFields,
    {
      workspaceId: ':workspace',
      state: `'waiting'`,
      checks: `'none'`,
      attempts: '0',
      nextAttemptAt: ':now',
      createdAt: ':now',
      changedAt: ':now',
    },
    'on conflict (run_id) do nothing returning id',
  ),
)

export const findPullRequest = rowStatement<{ id: string }, PullRequestRow>(
  'pull-request.find',
  selectById(pullRequest),
)

export const lockPullRequest = rowStatement<{ id: string }, PullRequestRow>(
  'pull-request.lock',
  selectById(pullRequest, 'for update'),
)

export const pullRequestOfRun = rowStatement<{ runId: string }, PullRequestRow>(
  'pull-request.of-run',
  `select ${columns} from pull_request where workspace_id = :workspace and run_id = :runId`,
)

/** The newest pull requests of a project, newest first. */
export const pullRequestsOf = statement<{ projectId: string }, PullRequestRow>(
  'pull-request.of-project',
  `select ${columns} from pull_request where workspace_id = :workspace and project_id = :projectId
   order by created_at desc, id desc limit ${listedMost}`,
)

/** Pull requests that are looked at now, among all workspaces. */
export const duePullRequests = statement<{ rows: number }, { workspaceId: string; projectId: string; id: string }>(
  'pull-request.due',
  `select workspace_id as "workspaceId", project_id as "projectId", id from pull_request
   where next_attempt_at <= now()::timestamptz(3) order by ${inTurns('workspace_id', 'next_attempt_at')} limit :rows`,
)

/** Makes the pull requests of a project due for a look soon. */
export const hintPullRequests = statement<{ projectId: string; now: Date }>(
  'pull-request.hint',
  `update pull_request set hinted_at = :now, next_attempt_at = :now
   where workspace_id = :workspace and project_id = :projectId and next_attempt_at is not null`,
)

interface PullRequestChange extends Pick<
  PullRequestRow,
  'id' | 'checks' | 'number' | 'url' | 'revisionId' | 'headSha' | 'doubt' | 'error' | 'nextAttemptAt'
> {
  readonly from: PullRequestState
  readonly to: PullRequestState
  readonly seenAt: Date
  readonly now: Date
}
/** Records the result of a look that began at `seenAt`; false if another look came first. */
export const changePullRequest = matchStatement<PullRequestChange, { id: string }>(
  'pull-request.change',
  `update pull_request set state = :to, checks = :checks, number = :number, url = :url, revision_id = :revisionId,
     head_sha = :headSha, doubt = :doubt, attempts = 0, error = :error,
     accepted_at = case when :doubt::text is null then accepted_at end,
     changed_at = case when state = :to and checks = :checks then changed_at else :now end,
     next_attempt_at = case when :nextAttemptAt::timestamptz is not null and hinted_at > :seenAt then :now
       else :nextAttemptAt end
   where workspace_id = :workspace and id = :id and state = :from returning id`,
)

export const failPullRequest = statement<{ id: string; attempts: number; nextAttemptAt: Date; error: string }>(
  'pull-request.fail',
  `update pull_request set attempts = :attempts, next_attempt_at = :nextAttemptAt, error = :error
   where workspace_id = :workspace and id = :id and next_attempt_at is not null`,
)

/** Queues the closing of a pull request whose run ended otherwise. */
export const withdrawPullRequest = statement<{ runId: string; now: Date }>(
  'pull-request.withdraw',
  `update pull_request set withdrawn_at = :now, hinted_at = :now, next_attempt_at = :now
   where workspace_id = :workspace and run_id = :runId and next_attempt_at is not null and withdrawn_at is null`,
)

/** A person accepts the merge of a run in spite of its doubt. */
export const acceptMerge = statement<{ runId: string; now: Date }>(
  'pull-request.accept',
  `update pull_request set accepted_at = :now, hinted_at = :now, next_attempt_at = :now
   where workspace_id = :workspace and run_id = :runId and state = 'merged' and doubt is not null`,
)

/** Ends the pull requests of a project that is disconnected; at the host they stay as they are. */
export const closePullRequestsOf = statement<{ projectId: string; now: Date }, { runId: string }>(
  'pull-request.close-of-project',
  `update pull_request set state = 'closed', next_attempt_at = null, changed_at = :now
   where workspace_id = :workspace and project_id = :projectId and next_attempt_at is not null
   returning run_id as "runId"`,
)

export const removePullRequests = statement<{ projectId: string }>(
  'pull-request.purge',
  'delete from pull_request where project_id = :projectId',
)

/** Records that a comment of the host was read; false for a comment that was read before. */
export const recordReadComment = matchStatement<
  { pullRequestId: string; commentId: string; now: Date },
  { commentId: string }
>(
  'pull-request-comment.read',
  insertInto(
    pullRequestComment,
    ['pullRequestId', 'commentId'],
    { workspaceId: ':workspace', createdAt: ':now' },
    'on conflict (pull_request_id, comment_id) do nothing returning comment_id as "commentId"',
  ),
)

/** Queues a comment at the host if the cycle has an open pull request there. */
export const queueComment = statement<{ cycleId: string; commentId: string; body: string; now: Date }, { id: string }>(
  'pull-request-comment.queue',
  `with added as (
     insert into pull_request_comment (pull_request_id, workspace_id, comment_id, body, created_at)
     select id, workspace_id, :commentId, :body, :now from pull_request
     where workspace_id = :workspace and cycle_id = :cycleId and state = 'open'
     on conflict (pull_request_id, comment_id) do nothing returning pull_request_id)
   update pull_request set hinted_at = :now, next_attempt_at = :now from added
   where pull_request.id = added.pull_request_id returning pull_request.id`,
)

export const unsentComments = statement<{ pullRequestId: string }, PullRequestCommentRow>(
  'pull-request-comment.unsent',
  `select ${pullRequestComment.columns} from pull_request_comment
   where workspace_id = :workspace and pull_request_id = :pullRequestId and body is not null and sent_at is null
   order by created_at, comment_id limit 20`,
)

export const settleSent = statement<{ pullRequestId: string; commentIds: readonly string[]; now: Date }>(
  'pull-request-comment.sent',
  `update pull_request_comment set sent_at = :now
   where workspace_id = :workspace and pull_request_id = :pullRequestId and comment_id = any(:commentIds)`,
)
