import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { importSample, openTestRepositories, Sample } from '../../../testing/repositories/samples.ts'
import { lastChangesOf } from './last-changes.ts'

const world = await openTestRepositories()
afterAll(() => world.end())

const sample = new Sample(join(world.folder, 'sample'))
const first = sample.write('a', '1\n').write('b/c', '1\n').write('\nd', '1\n').commit()
const second = sample.write('b/c', '2\n').commit()
sample.git('commit', '-q', '--allow-empty', '-m', 'Nothing')
const third = sample.write('a', '3\n').commit()
await importSample(world, 'one', sample)
const ask = (commit: string, maxCommits: number, maxPaths: number) =>
  world.repositories.reads.lastChanges('one', { commit, maxCommits, maxPaths })

test('each path is with the newest commit that changed it, also a path that begins with a line break', async () => {
  const changes = await ask(third, 10, 10)
  expect(changes.map(({ paths }) => paths)).toEqual([['a'], [], ['b/c'], ['\nd']])
  expect(changes[0]).toMatchObject({ commitSha: third, committedAt: expect.any(Date) })
  expect(changes[1]!.title).toBe('Nothing')
})

test('the walk ends at its bounds', async () => {
  const newest = await ask(second, 1, 10)
  expect(newest.map(({ paths }) => paths)).toEqual([['b/c']])
  const short = await ask(first, 10, 1)
  expect(short.map(({ paths }) => paths)).toEqual([['\nd']])
})

test('a history that git could not read is read again', async () => {
  const gitDir = join(world.folder, 'later')
  const options = { commit: third, maxCommits: 1, maxPaths: 1 }
  expect(await lastChangesOf(gitDir, options)).toEqual([])
  cpSync(join(world.folder, 'sample', '.git'), gitDir, { recursive: true })
  expect(await lastChangesOf(gitDir, options)).toMatchObject([{ commitSha: third }])
})
