import { join } from 'node:path'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { finish, goTo, Unrecoverable, type EffectContext } from '../../../../platform/jobs/index.ts'
import { announceObjects, cancelRemovals } from '../../../../platform/removals/index.ts'
import { findProject, type ProjectRow } from '../../projects/index.ts'
import { findRef, repositoryOfWork, type RepositoryRow } from '../../repository-records/index.ts'
import { imageBuildRecord } from '../../sandboxes/index.ts'
import { buildKey } from '../rules-builds.ts'
import { noEnvironment, variablesFor } from '../environment.ts'
import { deploymentRun } from '../graph.ts'
import { openLog } from '../log-lines.ts'
import type { CommitBuild, DeploymentWork } from '../parts.ts'
import { failDeployment } from '../record-changes.ts'
import { moveToDeploying, findDeployment, setDeployedCommit } from '../store.ts'
import { appendLog } from '../store-log.ts'
import type { DeploymentRow } from '../tables.ts'

/** Builds a deployment's commit into a folder of this attempt, in a sandbox of the budget. */
export const buildDeployment = (parts: DeploymentWork) =>
  deploymentRun.step('build', {
    sandbox: true,
    effect: (context) => build(parts, context),
    commit: async ({ tx, run, now }, built) => {
      if ('failed' in built) {
        await failDeployment(tx, run.subjectId, { code: 'build_failed', message: built.failed }, now)
        return finish()
      }
      if (!(await moveToDeploying(tx, run.subjectId, built, now))) return finish()
      if (built.build.object) await cancelRemovals(tx, [built.build.object.key])
      return goTo(deploymentRun.at.deploy)
    },
  })

const build = async (parts: DeploymentWork, context: EffectContext): Promise<CommitBuild> => {
  const { run, step, signal, read, write, log } = context
  const found = await read((tx) => findWork(tx, run.subjectId))
  if ('failed' in found) return found
  const { row, project, repository } = found
  const commitSha = await commitOf(context, row, repository)
  if (commitSha === undefined) return { failed: `The branch ${repository.defaultBranch} has no commit to deploy.` }
  const variables = await read((tx) => variablesFor(tx, project, row.kind))
  if (!variables) return { failed: noEnvironment }
  const lines = openLog(
    (content) => write(async (tx) => appendLog(tx, row.id, content, await tx.now())),
    (error) => log.warn({ err: error, deployment: row.id }, 'Could not store the log of a build'),
  )
  const place = { projectId: project.id, repositoryId: repository.id }
  const folder = `${row.id}-${step.attempt}`
  const objectKey = buildKey({ id: row.id, projectId: project.id, attempt: step.attempt })
  await write((tx) => announceObjects(tx, { keys: [objectKey] }))
  try {
    const built = await parts.commitBuilder.build(
      {
        repositoryId: repository.id,
        commitSha,
        folder: join(parts.buildFolder, folder),
        objectKey,
        worktreeName: `${run.id}-${step.seq}-${step.attempt}`,
        onLine: lines.onLine,
        recordBuild: (base) => imageBuildRecord(context, { ...base, ...place, commitSha, cause: 'preview' }),
        signal,
      },
      { id: project.id, runtime: project.runtime, variables },
    )
    return 'failed' in built ? built : { ...built, build: { ...built.build, folder } }
  } finally {
    await lines.end()
  }
}

interface Work {
  readonly row: DeploymentRow
  readonly project: ProjectRow
  readonly repository: RepositoryRow
}

const findWork = async (tx: Transaction, id: string): Promise<Work | { readonly failed: string }> => {
  const row = await findDeployment(tx, { id })
  const project = row && (await findProject(tx, row.projectId))
  if (!project) throw new Unrecoverable('The project of this deployment was deleted.')
  const repository = await repositoryOfWork(tx, { projectId: project.id, id: row.repositoryId })
  if (!repository) return { failed: 'The repository of this deployment was detached, and its files are gone.' }
  return repository.host === 'native-repos'
    ? { row, project, repository }
    : { failed: `${repository.fullName} lives on a code host that this instance is not connected to.` }
}

/** The commit of the row, else the head of the branch, which every further attempt then finds in the row. */
const commitOf = async ({ write }: EffectContext, row: DeploymentRow, repository: RepositoryRow) => {
  if (row.commitSha !== null) return row.commitSha
  return write(async (tx) => {
    const head = await findRef(tx, repository.id, `refs/heads/${repository.defaultBranch}`)
    return head === undefined ? undefined : setDeployedCommit(tx, row.id, head)
  })
}
