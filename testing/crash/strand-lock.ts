import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { git } from '../repository.ts'

/** The ref that each step moves. */
const movedBy: Readonly<Record<string, string>> = {
  plan: '/integration',
  'build-task': '/task-1',
  'merge-task': '/integration',
  deliver: '/main',
}

/** Leaves the lock that git leaves when it is killed while it moves the step's ref, with all else, as by a loss of power. */
export const strandLock = async (data: string, step: string): Promise<void> => {
  const repositories = join(data, 'repositories')
  for (const repository of (await readdir(repositories)).filter((name) => name.endsWith('.git'))) {
    const gitDir = join(repositories, repository)
    const refs = git(gitDir, 'for-each-ref', '--format=%(refname)').trim().split('\n')
    const ref = refs.find((name) => movedBy[step] && name.endsWith(movedBy[step]))
    if (ref) await writeFile(join(gitDir, `${ref}.lock`), '')
  }
}
