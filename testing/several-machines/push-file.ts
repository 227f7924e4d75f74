import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Caller } from '../caller.ts'
import { gitAddress, runGit } from '../repositories/git-client.ts'
import { inFolder } from '../repository.ts'

/** Where git reaches the servers. */
export interface GitPlace {
  readonly workspace: string
  /** A server that takes requests, another one each time, with the key of its caller. */
  next(): { readonly baseUrl: string; readonly caller: Pick<Caller, 'key'> }
}

const patienceMs = 60_000

/**
 * Clones a project, adds a file and pushes it, at one server after another until the branch has it; gives the commit.
 * A push whose answer was lost may have moved the branch: what the branch has decides.
 */
export const pushFile = (place: GitPlace, projectId: string, name: string): Promise<string> =>
  inFolder(async (folder) => {
    const clone = join(folder, 'clone')
    const subject = `Push ${name}`
    const address = () => {
      const { baseUrl, caller } = place.next()
      return gitAddress(baseUrl, place, projectId, caller.key)
    }
    const run = async (where: string, ...words: string[]) => {
      const { exitCode, stdout } = await runGit(where, words, { signal: AbortSignal.timeout(patienceMs) })
      return exitCode === 0 ? stdout.trim() : undefined
    }
    const until = async (work: () => Promise<string | undefined>) => {
      for (;;) {
        const said = await work()
        if (said !== undefined) return said
        await pause(300)
      }
    }
    const fetchHead = () => until(() => run(clone, 'fetch', '-q', address(), '+main:refs/remotes/origin/main'))
    const foundOnBranch = async () => {
      await fetchHead()
      const words = ['log', '--format=%H', '--fixed-strings', `--grep=${subject}`, 'refs/remotes/origin/main']
      const found = await run(clone, ...words)
      return found === '' ? undefined : found
    }
    await run(folder, 'init', '-q', '-b', 'main', 'clone')
    await fetchHead()
    await run(clone, 'reset', '-q', '--hard', 'refs/remotes/origin/main')
    await writeFile(join(clone, `push-${name}.txt`), `${name}\n`)
    await run(clone, 'add', '.')
    await run(clone, 'commit', '-q', '--message', subject)
    for (;;) {
      await run(clone, 'push', '-q', address(), 'HEAD:main')
      const pushed = await foundOnBranch()
      if (pushed !== undefined) return pushed
      await run(clone, 'rebase', '-q', 'refs/remotes/origin/main')
    }
  })
