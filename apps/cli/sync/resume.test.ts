import { readdirSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { quietSession } from '../../../testing/cli/quiet-session.ts'
import { plainGit, Sample } from '../../../testing/repositories/samples.ts'
import { findRepository, type FoundRepository } from '../repository/find-repository.ts'
import { writeMove } from './fast-forward.ts'
import { withCheckoutLock } from './checkout-lock.ts'
import { settle } from './move.ts'

const cuts = fc.array(
  fc.record({
    path: fc.string(),
    state: fc.constantFrom('from', 'to', 'absent', 'partial', 'edited'),
    isInFrom: fc.boolean(),
    isInTo: fc.boolean(),
  }),
)

test('files that a person has changed since are neither written nor removed, and all else comes to one commit', () =>
  fc.assert(
    fc.property(cuts, (all) => {
      const named = all.map((cut, at) => ({ ...cut, path: `${at}` }))
      const { way, write, remove, kept } = settle(named)
      const touched = [...write, ...remove]
      for (const { path, state, isInFrom, isInTo } of named) {
        if (state === 'edited') expect([kept.includes(path), touched.includes(path)]).toEqual([true, false])
        else if (!touched.includes(path)) expect(state).toBe(way === 'finish' ? 'to' : 'from')
        if (write.includes(path)) expect(way === 'finish' ? isInTo : isInFrom).toBe(true)
      }
      expect(way).toBe(kept.length > 0 ? 'undo' : 'finish')
    }),
  ))

const all = await realpath(await mkdtemp(join(tmpdir(), 'cli-resume-')))
afterAll(() => rm(all, { recursive: true, force: true }))

let count = 0
let mine: Sample
let found: FoundRepository
let from: string
let to: string

// `mine` was about to go from `from` to `to`.
beforeEach(async () => {
  const folder = join(all, String((count += 1)))
  const theirs = new Sample(join(folder, 'theirs'))
  theirs.write('kept', '1').write('changed', 'before').write('removed', '1').write('swap', '1').commit('Base')
  plainGit(folder, ['clone', '--quiet', theirs.path, join(folder, 'mine')])
  mine = new Sample(join(folder, 'mine'))
  theirs.git('rm', '--quiet', 'removed', 'swap')
  theirs.write('changed', 'after all').write('new/file', 'fresh').write('swap/inner', '2').commit('Change')
  mine.git('fetch', '--quiet', 'origin', '+main:refs/remotes/atelier/main')
  found = (await findRepository(mine.path))!
  ;[from, to] = [mine.git('rev-parse', 'main'), mine.git('rev-parse', 'atelier/main')]
  await writeMove(found, { branch: 'main', from, to })
  await writeFile(join(mine.path, '.git', 'index.lock'), 'atelier 999999')
  await writeFile(join(mine.path, '.git', 'atelier-index-999999'), '')
})

const resume = async () => {
  const { session, said } = quietSession(mine.path)
  await withCheckoutLock(session, found, {}, () => Promise.resolve())
  return said.join('\n')
}
const read = (path: string) => readFile(join(mine.path, path), 'utf8').catch(() => undefined)
const state = () => [mine.git('rev-parse', 'main'), mine.git('status', '--porcelain')]
const leftovers = () => readdirSync(join(mine.path, '.git')).filter((name) => /^(atelier|index\.lock)/.test(name))

/** As git leaves files that it was writing when the machine went off. */
const writeSome = async () => {
  await rm(join(mine.path, 'removed'))
  await rm(join(mine.path, 'changed'))
  await rm(join(mine.path, 'swap'))
  await mkdir(join(mine.path, 'swap'))
  mine.write('new/file', 'fre')
}

/** As git leaves the files when it is done, with or without the index. */
const writeAll = async (withIndex: boolean) => {
  const index = join(mine.path, '.git', 'index')
  await copyFile(index, `${index}.before`)
  await rm(join(mine.path, '.git', 'index.lock'))
  mine.git('read-tree', '-m', '-u', from, to)
  if (!withIndex) await copyFile(`${index}.before`, index)
  await rm(`${index}.before`)
}

const moments = [
  ['in the middle of a file', writeSome],
  ['before its first file', () => Promise.resolve()],
  ['before the index', () => writeAll(false)],
  ['before the branch', () => writeAll(true)],
] as const

test.each(moments)('a pull that was cut off %s is finished', async (_when, crash) => {
  await crash()
  expect(await resume()).toContain('it is finished now')
  expect(state()).toEqual([to, ''])
  expect([await read('changed'), await read('removed'), await read('new/file'), await read('swap/inner')]).toEqual([
    'after all',
    undefined,
    'fresh',
    '2',
  ])
  expect([leftovers(), await resume()]).toEqual([[], ''])
})

test('a file that a person has changed since stays, and the pull is taken back', async () => {
  await writeSome()
  mine.write('changed', 'mine').write('other', 'mine too')
  expect(await resume()).toContain('is taken back. Changed since, and left as it is: changed')
  expect(state()).toEqual([from, 'M changed\n?? other'])
  expect([await read('changed'), await read('removed'), await read('new/file'), await read('swap')]).toEqual([
    'mine',
    '1',
    undefined,
    '1',
  ])
  expect(leftovers()).toEqual([])
})

test('entries staged since stay, and the person is notified', async () => {
  await rm(join(mine.path, '.git', 'index.lock'))
  mine.write('kept', 'staged').git('add', 'kept')
  await expect(resume()).rejects.toMatchObject({ kind: 'unsynced', code: 'interrupted' })
  expect([state(), leftovers()]).toEqual([[from, 'M  kept'.trim()], ['atelier-move.json']])
  mine.git('restore', '--staged', '.')
  expect(await resume()).toContain('it is finished now')
  expect([state(), await read('kept')]).toEqual([[to, 'M kept'], 'staged'])
})

test('a branch that was moved since is not changed, and neither is the lock of another git', async () => {
  await rm(join(mine.path, '.git', 'index.lock'))
  mine.write('own', '1').commit('Own')
  const own = mine.git('rev-parse', 'main')
  expect(await resume()).toContain('was moved since')
  expect([state(), leftovers()]).toEqual([[own, ''], []])
  await writeMove(found, { branch: 'main', from: own, to })
  await writeFile(join(mine.path, '.git', 'index.lock'), '')
  await expect(resume()).rejects.toMatchObject({ kind: 'unsynced', code: 'index_locked' })
  expect(leftovers()).toEqual(['atelier-move.json', 'index.lock'])
})

test('one command works in a checkout at a time, and a lock that a crash left is taken over', async () => {
  const { session } = quietSession(mine.path)
  await writeFile(join(mine.path, '.git', 'atelier.lock'), '999999999')
  await withCheckoutLock(session, found, {}, async () => {
    await expect(withCheckoutLock(session, found, {}, () => Promise.resolve())).rejects.toMatchObject({
      code: 'busy_here',
    })
  })
  expect(leftovers()).toEqual([])
})
