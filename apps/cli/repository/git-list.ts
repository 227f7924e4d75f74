import { git, splitNul } from '../../../execution/repositories/index.ts'

/** What a command of git with `-z` prints, one by one as text. Throws as `git` does. */
export const gitList = async (...[argv, place]: Parameters<typeof git>): Promise<string[]> => {
  const { stdout } = await git(argv, place)
  return splitNul(stdout).map(String)
}
