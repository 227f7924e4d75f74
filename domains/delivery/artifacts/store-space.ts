import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { removeLater } from '../../../platform/removals/index.ts'
import { retention } from '../../../platform/retention/index.ts'
import { objectKey } from './rules.ts'
import type { Owner } from './store.ts'

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

const purge = statement<{ projectId: string }>('artifact.purge', 'delete from artifact where project_id = :projectId')
export const purgeArtifacts = (tx: Transaction, projectId: string) => purge(tx, { projectId })
