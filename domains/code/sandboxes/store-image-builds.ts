import { statement } from '../../../platform/db/statement.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isAttemptRunning } from '../../../platform/jobs/index.ts'
import { imageBuildsMost, unfinishedBuild } from './rules.ts'
import { imageBuild, type ImageBuildRow } from './tables.ts'

export const newestImageBuilds = statement<{ projectId: string }, ImageBuildRow>(
  'image-build.list',
  `select ${imageBuild.columns} from image_build where project_id = :projectId
   order by created_at desc, id desc limit ${imageBuildsMost}`,
)

export interface NewImageBuild extends Pick<
  ImageBuildRow,
  'id' | 'projectId' | 'repositoryId' | 'commitSha' | 'kind' | 'cause' | 'contentHash' | 'createdAt'
> {
  readonly runId: string
  readonly stepSeq: number
  readonly stepAttempt: number
}

const insert = statement<NewImageBuild>(
  'image-build.insert',
  insertInto(
    imageBuild,
    [
      'id',
      'projectId',
      'repositoryId',
      'commitSha',
      'kind',
      'cause',
      'contentHash',
      'runId',
      'stepSeq',
      'stepAttempt',
      'createdAt',
    ],
    { workspaceId: ':workspace', status: `'building'`, log: `''` },
  ),
)
const endOfRun = statement<{ runId: string; error: string; now: Date }>(
  'image-build.end-of-run',
  `update image_build set status = 'failed', error = :error, ended_at = :now where run_id = :runId and status = 'building'`,
)
const trim = statement<{ projectId: string }>(
  'image-build.trim',
  `delete from image_build where id in (select id from image_build where project_id = :projectId
     order by created_at desc, id desc offset ${imageBuildsMost})`,
)
/**
 * Inserts an image build. A run builds one at a time, so a build of an earlier attempt has ended by now. The oldest
 * builds of the project beyond the limit are deleted.
 */
export const beginImageBuild = async (tx: Transaction, build: NewImageBuild): Promise<void> => {
  await endOfRun(tx, { runId: build.runId, error: unfinishedBuild, now: build.createdAt })
  await insert(tx, build)
  await trim(tx, { projectId: build.projectId })
}

const end = statement<Pick<ImageBuildRow, 'id' | 'status' | 'error' | 'log'> & { now: Date }>(
  'image-build.end',
  `update image_build set status = :status, error = :error, log = :log, ended_at = :now
   where id = :id and status = 'building'`,
)
export const endImageBuild = async (
  tx: Transaction,
  id: string,
  { error, log }: Pick<ImageBuildRow, 'error' | 'log'>,
): Promise<void> => {
  await end(tx, { id, status: error === null ? 'ready' : 'failed', error, log, now: await tx.now() })
}

/** Counts a use of the result of this content's newest build. */
export const countUse = statement<{ projectId: string; contentHash: string }>(
  'image-build.use',
  `update image_build set uses = uses + 1, used_at = now() where id = (select id from image_build
     where project_id = :projectId and content_hash = :contentHash and status = 'ready'
     order by created_at desc, id desc limit 1)`,
)

/** Workspaces with builds that have not ended. */
export const workspacesWithOpenBuilds = workspacesDue('image-build', `image_build where status = 'building'`)

const attempt = {
  workspaceId: 'image_build.workspace_id',
  runId: 'image_build.run_id',
  seq: 'image_build.step_seq',
  attempt: 'image_build.step_attempt',
}
const endLost = statement<{ error: string }>(
  'image-build.end-lost',
  `update image_build set status = 'failed', error = :error, ended_at = now()
   where workspace_id = :workspace and status = 'building' and not ${isAttemptRunning(attempt)}`,
)
/** Ends the builds of the workspace whose attempt is over, such as a killed process's. */
export const endLostImageBuilds = (tx: Transaction) => endLost(tx, { error: unfinishedBuild })

const remove = statement<{ projectId: string }>(
  'image-build.purge',
  'delete from image_build where project_id = :projectId',
)
export const removeImageBuilds = (tx: Transaction, projectId: string) => remove(tx, { projectId })
