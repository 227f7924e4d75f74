import { deriveSetup, setupFilesAmong, type SetupFiles, type SetupPlan } from '../../../../execution/setup/index.ts'
import { requestedPlace } from '../carrier.ts'
import type { CycleParts } from '../parts.ts'
import type { StepWork } from '../step-work.ts'
import type { Work } from '../work.ts'

const fileMostBytes = 32 * 2 ** 20
const allMostBytes = 128 * 2 ** 20

/**
 * How the files of a commit, or the project's own commands, say that it is set up; undefined where nothing has to be.
 * Without a lock file, base and change take versions as they were when the run began.
 */
export const readPlan = async (
  { parts, context: { run, read }, work: { repository, project, runtime } }: StepWork<Work>,
  commit: string,
): Promise<SetupPlan | undefined> => {
  const { setup, fetch } = runtime
  const day = run.createdAt.toISOString().slice(0, 'YYYY-MM-DD'.length)
  const place = await read((tx) => requestedPlace(tx, project))
  const node = { machine: process.versions.node, requested: place?.runtimeVersion }
  const at = { day, node }
  return deriveSetup(await setupFilesOf(parts, repository.id, commit), at, { setup, fetch })
}

/** What package managers read of a commit. Links and files beyond the bounds are not among them. */
export const setupFilesOf = async (
  { repositories }: Pick<CycleParts, 'repositories'>,
  repositoryId: string,
  commit: string,
): Promise<SetupFiles> =>
  readFiles(
    { repositories },
    { repositoryId, commit },
    setupFilesAmong(await repositories.pathsOf(repositoryId, commit)),
  )

/** Files of a commit as Latin-1 text, without links and without what exceeds 128 MiB together. */
export const readFiles = async (
  { repositories }: Pick<CycleParts, 'repositories'>,
  { repositoryId, commit }: { readonly repositoryId: string; readonly commit: string },
  paths: readonly string[],
): Promise<SetupFiles> => {
  const files = new Map<string, string>()
  let sizeBytes = 0
  for (const path of paths) {
    const file = await repositories.readFile(repositoryId, { commit, path: { path }, maxBytes: fileMostBytes })
    if (!file?.content) continue
    sizeBytes += file.content.length
    if (sizeBytes > allMostBytes) break
    files.set(path, file.content.toString('latin1'))
  }
  return files
}
