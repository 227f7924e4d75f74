import type { Repositories } from '../../../../execution/repositories/index.ts'

const fileMostBytes = 1_048_576

/** A file of a commit as text; undefined where there is none, or it is larger than a manifest or settings are. */
export const readText = async (
  repositories: Repositories,
  repositoryId: string,
  commit: string,
  path: string,
): Promise<string | undefined> => {
  const file = await repositories.readFile(repositoryId, { commit, path: { path }, maxBytes: fileMostBytes })
  return file?.content?.toString()
}
