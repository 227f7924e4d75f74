import type { Repositories } from '../repositories/index.ts'
import { setupFilesAmong, type SetupFiles } from '../setup/index.ts'

const fileMostBytes = 32 * 2 ** 20
const allMostBytes = 128 * 2 ** 20

/** A commit whose files are read. */
interface CommitRef {
  readonly repositoryId: string
  readonly commit: string
}

/** The files of a commit that package managers read. Links and files beyond the bounds are not among them. */
export const setupFilesOf = async (
  parts: { readonly repositories: Pick<Repositories, 'pathsOf' | 'readFile'> },
  at: CommitRef,
): Promise<SetupFiles> =>
  readCommitFiles(parts, at, setupFilesAmong(await parts.repositories.pathsOf(at.repositoryId, at.commit)))

/** Files of a commit as Latin-1 text, without links and without what exceeds 128 MiB together. */
export const readCommitFiles = async (
  { repositories }: { readonly repositories: Pick<Repositories, 'readFile'> },
  { repositoryId, commit }: CommitRef,
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
