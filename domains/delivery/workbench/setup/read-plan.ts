import { setupFilesOf } from '../../../../execution/packages/index.ts'
import { readSetup, type SetupPlan } from '../../../../execution/setup/index.ts'
import { requestedPlace } from '../carrier.ts'
import type { StepWork } from '../step-work.ts'
import type { Work } from '../step-work.ts'

/**
 * How a project is set up, by the files of a commit or its own commands; undefined if it needs no set-up. Without a
 * lock file, base and change take versions as they were when the run began.
 */
export const readPlan = async (
  { parts, context: { run, read, signal }, work: { repository, project, runtime } }: StepWork<Work>,
  commit: string,
): Promise<SetupPlan | undefined> => {
  const { setup, fetch } = runtime
  const day = run.createdAt.toISOString().slice(0, 'YYYY-MM-DD'.length)
  const place = await read((tx) => requestedPlace(tx, project))
  const node = { machine: process.versions.node, requested: place?.runtimeVersion }
  const at = { day, node }
  const files = await setupFilesOf(parts, { repositoryId: repository.id, commit })
  return readSetup(files, { at, own: { setup, fetch } }, { key: run.workspaceId, signal })
}
