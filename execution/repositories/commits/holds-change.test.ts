import { expect, test } from 'vitest'
import { git, inFolder, writeFiles } from '../../../testing/repository.ts'
import { judgeMerge } from './holds-change.ts'

const lines = (changed: Record<number, string> = {}) =>
  Array.from({ length: 30 }, (_, at) => changed[at] ?? `line ${at}`).join('\n') + '\n'

/** A base, our change of two commits on it, and what a person makes of them on the target. */
const judged = (make: (at: Repository) => Promise<{ head?: string; merge?: string } | undefined>) =>
  inFolder(async (folder) => {
    const run = (...argv: string[]) => git(folder, ...argv).trim()
    const commit = async (files: Record<string, string>, message = 'Change') => {
      await writeFiles(folder, files)
      run('add', '-A')
      run('commit', '-q', '--allow-empty', '-m', message)
      return run('rev-parse', 'HEAD')
    }
    run('init', '-q', '-b', 'main')
    await commit({ 'a.txt': lines(), 'b.txt': 'b\n' }, 'Base')
    run('checkout', '-q', '-b', 'ours')
    await commit({ 'a.txt': lines({ 3: 'ours' }) })
    const proposed = await commit({ 'c.txt': 'c\n' })
    run('checkout', '-q', 'main')
    const { head = proposed, merge } = (await make({ run, commit, proposed })) ?? {}
    return judgeMerge(`${folder}/.git`, { proposed, head, target: run('rev-parse', 'main'), merge })
  })

interface Repository {
  readonly run: (...argv: string[]) => string
  readonly commit: (files: Record<string, string>, message?: string) => Promise<string>
  readonly proposed: string
}

const squash = async ({ run, commit }: Repository, from = 'ours') => {
  run('merge', '-q', '--squash', from)
  return commit({}, 'Squashed')
}

test.each<readonly [string, string, (at: Repository) => Promise<{ head?: string; merge?: string } | undefined>]>([
  ['a merge commit', 'held', async ({ run }) => void run('merge', '-q', '--no-ff', 'ours')],
  ['a fast-forward', 'held', async ({ run }) => void run('merge', '-q', '--ff-only', 'ours')],
  ['a squash', 'held', async (at) => void (await squash(at))],
  [
    'a squash onto a branch that moved, and moved on',
    'held',
    async (at) => {
      await at.commit({ 'a.txt': lines({ 20: 'theirs' }) })
      await squash(at)
      await at.commit({ 'd.txt': 'd\n' })
      return undefined
    },
  ],
  [
    'a rebase onto a branch that moved',
    'held',
    async ({ run, commit }) => {
      await commit({ 'a.txt': lines({ 20: 'theirs' }) })
      run('cherry-pick', 'main..ours')
      return undefined
    },
  ],
  [
    'a squash with a commit that a person added to the branch',
    'held',
    async (at) => {
      at.run('checkout', '-q', 'ours')
      const head = await at.commit({ 'e.txt': 'e\n' })
      at.run('checkout', '-q', 'main')
      await squash(at)
      return { head }
    },
  ],
  [
    'a squash whose lines were changed since, with its commit named',
    'held',
    async (at) => {
      const merge = await squash(at)
      await at.commit({ 'a.txt': lines({ 3: 'later' }) })
      return { merge }
    },
  ],
  ['nothing', 'not_held', async () => undefined],
  ['a half', 'not_held', async ({ run }) => void run('cherry-pick', 'ours')],
  [
    'a merge that was undone',
    'not_held',
    async (at) => {
      await squash(at)
      at.run('revert', '--no-edit', 'HEAD')
      return undefined
    },
  ],
  [
    'a merge of the same name, which names a commit that is not in the target',
    'not_held',
    async ({ proposed }) => ({ merge: proposed }),
  ],
  [
    'another change of the same branch name',
    'not_proposed',
    async ({ run, commit }) => {
      run('checkout', '-q', '-b', 'other')
      const head = await commit({ 'x.txt': 'x\n' })
      run('checkout', '-q', 'main')
      run('merge', '-q', '--no-ff', 'other')
      return { head }
    },
  ],
])('%s is %s', async (_, expected, make) => {
  expect(await judged(make)).toBe(expected)
})
