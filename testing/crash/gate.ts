import { access, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '../jobs/world.ts'

const note = 'waits-at-the-gate'

/**
 * A shell command that waits, in a sandbox, until the gate is open: a file beside the packs of its git folder, which
 * sandboxes can see and only the host can write. While it waits, a note is in its worktree.
 */
export const waitAtGate =
  `touch ${note}; objects=$(git rev-parse --git-common-dir)/objects; ` +
  // The repository of an agent's own leads to the packs by its alternates.
  `test ! -e "$objects/info/alternates" || read -r objects <"$objects/info/alternates"; ` +
  `until test -e "$objects/pack/gate"; do sleep 0.05; done; rm ${note}`

/** Opens it for the existing worktrees, and for later ones, which share the packs of the kept histories. */
export const openGate = async (data: string): Promise<void> => {
  const worktrees = join(data, 'worktrees')
  for (const name of await readdir(worktrees)) {
    const place = join(worktrees, name)
    const packs = name.startsWith('history.')
      ? (await readdir(place)).map((commit) => join(place, commit))
      : [join(place, 'git', 'objects', 'pack')]
    // A worktree may disappear during it.
    for (const folder of packs) await writeFile(join(folder, 'gate'), '').catch(() => undefined)
  }
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
