import { access, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '../jobs/world.ts'

const note = 'waits-at-the-gate'

/**
 * A shell command that waits, in a sandbox, until the gate is open: a file in the bare repository, which sandboxes can
 * see and only the host can write. While it waits, a note lies in its worktree.
 */
export const waitAtGate = `touch ${note}; until test -e "$(git rev-parse --git-common-dir)/gate"; do sleep 0.05; done; rm ${note}`

export const openGate = async (data: string): Promise<void> => {
  const repositories = join(data, 'repositories')
  for (const name of await readdir(repositories)) await writeFile(join(repositories, name, 'gate'), '')
}

/** Resolves with the worktree in which a command waits, other than `not`. */
export const someoneAtGate = (data: string, not?: string): Promise<string> =>
  eventually(async () => {
    const worktrees = join(data, 'worktrees')
    for (const name of (await readdir(worktrees)).filter((one) => !one.startsWith('.') && one !== not)) {
      const waiting = await access(join(worktrees, name, 'files', note)).then(
        () => true,
        () => false,
      )
      if (waiting) return name
    }
    return undefined
  })
