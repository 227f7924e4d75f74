import { git, splitNul } from '../../../execution/repositories/index.ts'

/** The output of a git command with `-z`, one by one as text. Throws as `git` does. */
export const gitList = async (...[argv, place]: Parameters<typeof git>): Promise<string[]> => {
  const { stdout } = await git(argv, place)
  return splitNul(stdout).map(String)
}
