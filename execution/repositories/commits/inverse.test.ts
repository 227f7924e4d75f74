import { chmodSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import type { Inverse } from '../repositories.ts'
import {
  type TestRepositories,
  importSample,
  openTestRepositories,
  plainGit,
  Sample,
} from '../../../testing/repositories/samples.ts'

let world: TestRepositories
let sample: Sample
let before: string

beforeEach(async () => {
  world = await openTestRepositories()
  sample = new Sample(join(world.folder, 'sample'))
  before = sample
    .write('text', 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n')
    .write('moved', 'a text that moves\n')
    .write('program', 'echo\n')
    .write('binary', '\0\u0001old')
    .write('gone', 'gone\n')
    .commit()
})
afterEach(() => world.end())

const inRepository = (...argv: string[]) => plainGit(world.gitDirOf('one'), argv)
const details = { message: 'Revert', at: new Date(1_700_000_000_000), key: 'run-1 revert-task' }

/** Undoes `delivered` on `onto`, in a repository that has both. */
const undo = async (delivered: string, onto: string, from = before): Promise<Inverse> => {
  await importSample(world, 'one', sample)
  return world.repositories.inverse('one', { ...details, before: from, delivered, onto })
}

/** Every kind of change at once. */
const deliver = (): string => {
  const at = (name: string) => join(world.folder, 'sample', name)
  renameSync(at('moved'), at('elsewhere'))
  chmodSync(at('program'), 0o755)
  rmSync(at('gone'))
  return sample
    .write('text', 'ONE\ntwo\nthree\nfour\nfive\nsix\nseven\n')
    .write('binary', '\0\u0002new')
    .write('added', 'added\n')
    .commit('delivered')
}

test('undoes added, removed, renamed, binary and executable files, in one repeatable commit that moves no ref', async () => {
  const delivered = deliver()
  const made = await undo(delivered, delivered)
  const refs = world.refsOf('one')
  expect(await world.repositories.inverse('one', { ...details, before, delivered, onto: delivered })).toEqual(made)
  if (!('sha' in made)) throw new Error(JSON.stringify(made))
  expect(inRepository('diff', '--raw', before, made.sha)).toBe('')
  expect(inRepository('log', '-1', '--format=%P', made.sha)).toBe(delivered)
  expect(world.refsOf('one')).toEqual(refs)
})

test.runIf(isLong)('keeps later changes, also in the same file and in a renamed file', async () => {
  const delivered = deliver()
  const onto = sample
    .write('text', 'ONE\ntwo\nthree\nfour\nfive\nsix\nSEVEN\n')
    .write('elsewhere', 'a text that moves\nand grows\n')
    .write('later', 'later\n')
    .commit('later')
  const made = await undo(delivered, onto)
  if (!('sha' in made)) throw new Error(JSON.stringify(made))
  expect(inRepository('cat-file', 'blob', `${made.sha}:text`)).toBe('one\ntwo\nthree\nfour\nfive\nsix\nSEVEN')
  expect(inRepository('cat-file', 'blob', `${made.sha}:moved`)).toBe('a text that moves\nand grows')
  expect(inRepository('ls-tree', '-r', '--name-only', made.sha).split('\n')).toEqual([
    'binary',
    'gone',
    'later',
    'moved',
    'program',
    'text',
  ])
})

test.runIf(isLong)('returns a commit to merge, with both sides, if a later change touches the same lines', async () => {
  const delivered = deliver()
  const onto = sample.write('text', 'Eins\ntwo\nthree\nfour\nfive\nsix\nseven\n').commit('later')
  const made = await undo(delivered, onto)
  expect(made).toMatchObject({ conflicts: [{ path: 'text' }], theirs: expect.stringMatching(/^[0-9a-f]{40}$/) })
  const { theirs } = made as Extract<Inverse, { theirs: string }>
  const merged = await world.repositories.merge('one', { ...details, ours: onto, theirs })
  expect(inRepository('cat-file', 'blob', `${merged.tree}:text`)).toMatch(
    /^<<<<<<< .*\nEins\n=======\none\n>>>>>>> .*\ntwo\n/,
  )
})

test.runIf(isLong)('makes nothing if nothing is left, or the branch never had it', async () => {
  const delivered = sample.write('added', 'added\n').commit('delivered')
  rmSync(join(world.folder, 'sample', 'added'))
  const onto = sample.commit('by hand')
  sample.git('checkout', '--quiet', '-b', 'other', before)
  const other = sample.write('other', 'other\n').commit('other')
  expect(await undo(delivered, onto)).toEqual({ none: 'nothing_left' })
  const undoing = { ...details, before, delivered, onto: other }
  expect(await world.repositories.inverse('one', undoing)).toEqual({ none: 'not_there' })
})

test.runIf(isLong)('returns the head of a branch before a merge, and nothing for another commit', async () => {
  sample.git('checkout', '--quiet', '-b', 'work', before)
  const merged = sample.write('work', 'work\n').commit('work')
  sample.git('checkout', '--quiet', '-b', 'target', before)
  const stood = sample.write('target', 'target\n').commit('target')
  await importSample(world, 'one', sample)
  const both = { ours: stood, theirs: merged, message: 'Merge', at: details.at, key: 'run-1 merge' }
  const delivered = (await world.repositories.merge('one', both)).sha!
  expect(await world.repositories.standBefore('one', { delivered, merged })).toBe(stood)
  expect(await world.repositories.standBefore('one', { delivered, merged: stood })).toBeUndefined()
  expect(await world.repositories.standBefore('one', { delivered: stood, merged })).toBeUndefined()
})
