import type { Cursor } from '../../../platform/db/page.ts'
import { json, rowStatement, statement, type Json, oneRowStatement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { retainObjects, removeLater } from '../../../platform/removals/index.ts'
import { isLive } from '../../code/projects/index.ts'
import { objectKey } from './rules.ts'
import { artifact, type ArtifactRow } from './tables.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { retention } from '../../../platform/retention/index.ts'

const live = `artifact.deleted_at is null and ${isLive('artifact.project_id')}`
const select = `select ${artifact.columns} from artifact`
const isBefore = '(artifact.created_at, artifact.id) < (:at, :id)'
const newestFirst = 'order by artifact.created_at desc, artifact.id desc'

/** True if no newer file of the project has the same name, among those where `within` holds. */
const isNewest = (within: string) => `not exists (select from artifact newer
  where newer.project_id = artifact.project_id and newer.path = artifact.path and newer.deleted_at is null ${within}
    and (newer.created_at, newer.id) > (artifact.created_at, artifact.id))`

/** The newest file of each name among these files, the newest first, and the newest of a name. */
const artifactsIn = (owner: 'cycle' | 'project', within: string) => ({
  page: statement<Cursor & { of: string; rows: number }, ArtifactRow>(
    `artifact.page-of-${owner}`,
    `${select} where artifact.${owner}_id = :of and ${live} and ${isBefore} and ${isNewest(within)} ${newestFirst} limit :rows`,
  ),
  named: rowStatement<{ of: string; path: string }, ArtifactRow>(
    `artifact.named-in-${owner}`,
    `${select} where artifact.${owner}_id = :of and artifact.path = :path and ${live} ${newestFirst} limit 1`,
  ),
})
export const cycleArtifacts = artifactsIn('cycle', 'and newer.cycle_id = artifact.cycle_id')
export const projectArtifacts = artifactsIn('project', '')

export const findArtifact = rowStatement<{ id: string }, ArtifactRow>(
  'artifact.find',
  `${select} where artifact.id = :id and ${live}`,
)

/** The newest file of each name of a run, in any order: files of the whole result are newer than the tasks' files. */
export const artifactsOfRun = statement<{ runId: string }, ArtifactRow>(
  'artifact.of-run',
  `${select} where artifact.run_id = :runId and ${isNewest('and newer.run_id = artifact.run_id')}`,
)

/** A file of a cycle by its name and the hash of its bytes, from any run. */
export const artifactWithHash = rowStatement<{ cycleId: string; path: string; sha256: string }, ArtifactRow>(
  'artifact.with-hash',
  `${select} where artifact.cycle_id = :cycleId and artifact.path = :path and artifact.sha256 = :sha256 and ${live}
   ${newestFirst} limit 1`,
)

/** Marks the files of a run as kept for as long as the project. */
export const retainArtifacts = statement<{ runId: string }>(
  'artifact.hold',
  'update artifact set is_held = true where run_id = :runId and not is_held',
)

/** The files of a cycle go with it. */
export const deleteArtifactsOf = statement<{ cycleId: string; now: Date }>(
  'artifact.delete-of-cycle',
  'update artifact set deleted_at = :now, is_held = false where cycle_id = :cycleId and deleted_at is null',
)

/** The owner of files: a task in a run, or, without a task, the whole result of the run. */
export interface Owner {
  readonly runId: string
  readonly taskId: string | null
}

export type NewArtifact = Pick<
  ArtifactRow,
  'id' | 'checkName' | 'path' | 'sizeBytes' | 'sha256' | 'contentType' | 'isMasked'
>

const forget = statement<Owner>(
  'artifact.forget',
  'delete from artifact where run_id = :runId and task_id is not distinct from :taskId',
)
const insert = statement<Owner & { projectId: string; cycleId: string; rows: Json; now: Date }>(
  'artifact.insert',
  `insert into artifact (id, workspace_id, project_id, cycle_id, task_id, run_id, check_name, path, size_bytes, sha256,
     content_type, is_masked, is_held, created_at)
   select r.id, :workspace, :projectId, :cycleId, :taskId, :runId, r."checkName", r.path, r."sizeBytes", r.sha256,
     r."contentType", r."isMasked", false, :now
   from jsonb_to_recordset(:rows::jsonb) as r(id uuid, "checkName" text, path text, "sizeBytes" bigint, sha256 text,
     "contentType" text, "isMasked" boolean)`,
)
/** Replaces the files that an earlier attempt left. */
export const replaceArtifacts = async (
  tx: Transaction,
  owner: Owner & { readonly projectId: string; readonly cycleId: string },
  files: readonly NewArtifact[],
  now: Date,
): Promise<void> => {
  const { runId, taskId, projectId, cycleId } = owner
  await forget(tx, { runId, taskId })
  if (files.length === 0) return
  await retainObjects(tx, { keys: files.map(({ sha256 }) => objectKey({ projectId, runId, sha256 })) })
  await insert(tx, { projectId, cycleId, taskId, runId, rows: json(files), now })
}

/** The space that the files of other owners use. */
export const useOfOthers = oneRowStatement<
  Owner & { readonly projectId: string },
  Record<'runFiles' | 'runBytes' | 'projectBytes', number>
>(
  'artifact.use',
  `select count(*) filter (where run_id = :runId)::int as "runFiles",
     coalesce(sum(size_bytes) filter (where run_id = :runId), 0)::float8 as "runBytes",
     coalesce(sum(size_bytes), 0)::float8 as "projectBytes"
   from artifact where project_id = :projectId and not (run_id = :runId and task_id is not distinct from :taskId)`,
)

/** The run of a project with the oldest files that are not held, beside the run that asks. */
export const oldestRun = rowStatement<{ projectId: string; runId: string }, { runId: string; bytes: number }>(
  'artifact.oldest-run',
  `select run_id as "runId", sum(size_bytes)::float8 as bytes from artifact
   where project_id = :projectId and run_id <> :runId
   group by run_id having not bool_or(is_held) order by max(created_at), run_id limit 1`,
)

const drop = statement<{ projectId: string; runId: string }, { sha256: string }>(
  'artifact.drop-run',
  `delete from artifact where project_id = :projectId and run_id = :runId
     and not exists (select from artifact held where held.run_id = :runId and held.is_held)
   returning sha256`,
)
/** Deletes the files of a run, unless they are held by now. */
export const dropRun = async (tx: Transaction, projectId: string, runId: string): Promise<void> => {
  const dropped = await drop(tx, { projectId, runId })
  const keys = dropped.map(({ sha256 }) => objectKey({ projectId, runId, sha256 }))
  await removeLater(tx, keys)
}

const isOld = `not is_held and created_at < now() - make_interval(days => ${retention.artifacts.days})`
/** Workspaces with files that are older than files are kept. */
export const oldArtifactsDueIn = workspacesDue('artifact', `artifact where ${isOld}`)

/** Runs with such files. */
export const oldArtifactRuns = statement<{ limit: number }, { projectId: string; runId: string }>(
  'artifact.old-runs',
  `select distinct project_id as "projectId", run_id as "runId" from artifact
   where workspace_id = :workspace and ${isOld} limit :limit`,
)

export const purgeArtifacts = statement<{ projectId: string }>(
  'artifact.purge',
  'delete from artifact where project_id = :projectId',
)
