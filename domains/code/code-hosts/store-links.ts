import { inTurns } from '../../../platform/db/fragments.ts'
import { matchStatement, oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isRepositoryNamed } from '../repository-records/index.ts'
import { joinProjectWithNewHead } from '../projects/index.ts'
import { codeHostLink, type CodeHostLinkRow } from './tables.ts'

const { columns } = codeHostLink

export const findLink = rowStatement<{ projectId: string }, CodeHostLinkRow>(
  'code-host-link.find',
  `select ${columns} from code_host_link where workspace_id = :workspace and project_id = :projectId`,
)

export const insertLink = oneRowStatement<
  Pick<CodeHostLinkRow, 'projectId' | 'repositoryId' | 'codeHostId' | 'pullRequests'> & { now: Date; userId: string },
  CodeHostLinkRow
>(
  'code-host-link.insert',
  insertInto(
    codeHostLink,
    ['projectId', 'repositoryId', 'codeHostId', 'pullRequests'],
    {
      workspaceId: ':workspace',
      attempts: '0',
      hookAttempts: '0',
      hookNextAt: ':now',
      connectedAt: ':now',
      connectedBy: ':userId',
    },
    `returning ${columns}`,
  ),
)

export const removeLink = rowStatement<{ projectId: string }, CodeHostLinkRow>(
  'code-host-link.delete',
  `delete from code_host_link where workspace_id = :workspace and project_id = :projectId returning ${columns}`,
)

const ofHost = statement<{ codeHostId: string }, { projectId: string }>(
  'code-host-link.of-host',
  'select project_id as "projectId" from code_host_link where workspace_id = :workspace and code_host_id = :codeHostId',
)
export const projectsOfHost = async (tx: Transaction, codeHostId: string) =>
  (await ofHost(tx, { codeHostId })).map(({ projectId }) => projectId)

/** Failed pushes to a host that works again are due at once. */
export const retryPushes = statement<{ codeHostId: string; now: Date }>(
  'code-host-link.retry',
  `update code_host_link set next_attempt_at = :now
   where workspace_id = :workspace and code_host_id = :codeHostId and attempts > 0`,
)

export interface DueProject {
  readonly workspaceId: string
  readonly projectId: string
}
/** Projects whose head was not pushed yet, among all workspaces. */
export const duePushes = statement<{ rows: number }, DueProject>(
  'code-host-link.due',
  `select l.workspace_id as "workspaceId", l.project_id as "projectId"
   from code_host_link l ${joinProjectWithNewHead('l.project_id', 'l.seen_revision_id')}
   where l.next_attempt_at is null or l.next_attempt_at <= now()::timestamptz(3)
   order by ${inTurns('l.workspace_id', 'l.next_attempt_at nulls first, l.project_id')} limit :rows`,
)

/** Records a push, or with `sha` null that the head needs none; false if the project was disconnected. */
export const settlePush = matchStatement<{
  projectId: string
  repositoryId: string
  revisionId: string
  sha: string | null
  now: Date
}>(
  'code-host-link.succeed',
  `update code_host_link set seen_revision_id = :revisionId, attempts = 0, next_attempt_at = null, error = null,
     pushed_sha = coalesce(:sha, pushed_sha), pushed_at = case when :sha::text is null then pushed_at else :now end
   where workspace_id = :workspace and project_id = :projectId and repository_id = :repositoryId returning 1`,
)

export const failPush = matchStatement<{ projectId: string; attempts: number; nextAttemptAt: Date; error: string }>(
  'code-host-link.fail',
  `update code_host_link set attempts = :attempts, next_attempt_at = :nextAttemptAt, error = :error
   where workspace_id = :workspace and project_id = :projectId returning 1`,
)

/** Projects whose webhook has to be made at the host, among all workspaces. */
export const dueHooks = statement<{ rows: number }, DueProject>(
  'code-host-link.due-hooks',
  `select workspace_id as "workspaceId", project_id as "projectId" from code_host_link
   where hook_next_at <= now()::timestamptz(3) order by ${inTurns('workspace_id', 'hook_next_at')} limit :rows`,
)

export const settleHook = statement<{ projectId: string; codeHostId: string; hookId: string }>(
  'code-host-link.settle-hook',
  `update code_host_link set hook_id = :hookId, hook_attempts = 0, hook_next_at = null, hook_error = null
   where workspace_id = :workspace and project_id = :projectId and code_host_id = :codeHostId`,
)

export const failHook = statement<{ projectId: string; attempts: number; nextAt: Date; error: string }>(
  'code-host-link.fail-hook',
  `update code_host_link set hook_attempts = :attempts, hook_next_at = :nextAt, hook_error = :error
   where workspace_id = :workspace and project_id = :projectId`,
)

/** Projects whose branch at the host may have moved, among all workspaces. */
export const dueLooks = statement<{ rows: number }, DueProject>(
  'code-host-link.due-looks',
  `select workspace_id as "workspaceId", project_id as "projectId" from code_host_link
   where look_at <= now()::timestamptz(3) order by ${inTurns('workspace_id', 'look_at')} limit :rows`,
)

const look = statement<{ codeHostId: string; fullName: string; now: Date }, { projectId: string }>(
  'code-host-link.look',
  `update code_host_link l set look_at = :now
   where l.workspace_id = :workspace and l.code_host_id = :codeHostId
     and ${isRepositoryNamed('l.repository_id', ':fullName')}
   returning l.project_id as "projectId"`,
)
/** Makes the branch of the project with this repository due for a look; undefined if no project has it. */
export const lookSoon = async (tx: Transaction, of: Parameters<typeof look>[1]) => (await look(tx, of)).at(0)?.projectId

/** Makes 20 branches of a connection due for a look, since one of its repositories was renamed. */
export const lookForName = statement<{ codeHostId: string; now: Date }>(
  'code-host-link.look-all',
  `update code_host_link set look_at = :now
   where workspace_id = :workspace and project_id = any(array(
     select project_id from code_host_link
     where workspace_id = :workspace and code_host_id = :codeHostId and look_at is null
     order by project_id limit 20))`,
)

/** Ends a look that found the row at `seenAt`: after a webhook in between, it is looked at again. */
export const settleLook = statement<{ projectId: string; seenAt: Date; nextAt: Date | null; error: string | null }>(
  'code-host-link.looked',
  `update code_host_link set look_error = :error, look_at = case when look_at > :seenAt then look_at else :nextAt end
   where workspace_id = :workspace and project_id = :projectId`,
)
