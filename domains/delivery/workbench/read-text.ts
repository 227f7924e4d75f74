import type { Repositories } from '../../../execution/repositories/index.ts'
import { decodeLines } from '../../../packages/charsets/index.ts'

const fileMostBytes = 1_048_576

/** A file of a commit as text; undefined without such a file, or it is larger than a manifest or settings are. */
export const readText = async (
  repositories: Repositories,
  repositoryId: string,
  commit: string,
  path: string,
): Promise<string | undefined> => (await readTexts(repositories, repositoryId, commit, [path]))[0]

/** Several at once, in their order. */
export const readTexts = async (
  repositories: Repositories,
  repositoryId: string,
  commit: string,
  paths: readonly string[],
): Promise<(string | undefined)[]> => {
  const asked = paths.map((path) => ({ path }))
  const files = await repositories.readFiles(repositoryId, { commit, paths: asked, maxBytes: fileMostBytes })
  return files.map((file) => file?.content && decodeLines(file.content))
}
