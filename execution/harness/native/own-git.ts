import { chmod, copyFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyIndex } from '../../git-index/copy-index.ts'
import type { HarnessGit } from '../job.ts'

const config = `[core]
	repositoryformatversion = 0
	bare = false
	logAllRefUpdates = true
[user]
	name = Agent
	email = agent@sandbox.invalid
[advice]
	detachedHead = false
[gc]
	auto = 0
[maintenance]
	auto = false
`

const note = `#!/bin/sh
echo 'This commit is in your copy of the repository alone. The change is taken from the files in the worktree.' >&2
`

/**
 * Makes the git folder that the worktree's `.git` leads to inside of a sandbox: a repository of the agent's own, with the
 * objects of the read-only one to look up. Index, stash, branches and commits in it are the agent's, and gone with the
 * sandbox: the server's git never reads it.
 */
export const makeOwnGit = async ({ base, own }: HarnessGit): Promise<void> => {
  if (await stat(join(own, 'HEAD')).catch(() => undefined)) return
  for (const name of ['objects/info', 'refs/heads', 'info', 'hooks', 'logs'])
    await mkdir(join(own, name), { recursive: true })
  const commit = (await readFile(join(base, 'HEAD'), 'utf8')).trim()
  await Promise.all([
    writeFile(join(own, 'config'), config),
    writeFile(join(own, 'objects/info/alternates'), `${join(base, 'objects')}\n`),
    writeFile(join(own, 'refs/heads/task'), `${commit}\n`),
    writeFile(join(own, 'hooks/post-commit'), note).then(() => chmod(join(own, 'hooks/post-commit'), 0o755)),
    ...['info/attributes', 'info/exclude'].map((name) =>
      copyFile(join(base, name), join(own, name)).catch(() => undefined),
    ),
    copyIndex(join(base, 'index'), join(own, 'index')).catch(() => undefined),
  ])
  // Last: with it, the folder is a repository.
  await writeFile(join(own, 'HEAD'), 'ref: refs/heads/task\n')
}
