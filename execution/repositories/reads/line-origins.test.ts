import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { importSample, openTestRepositories, Sample } from '../../../testing/repositories/samples.ts'

const world = await openTestRepositories()
afterAll(() => world.end())

const sample = new Sample(join(world.folder, 'sample'))
const first = sample.write('a ü.txt', 'one\ntwo\nthree\nfour\n').commit()
sample.git('mv', 'a ü.txt', 'b.txt')
const second = sample.write('b.txt', 'zero\none\n2\nthree\nfour\n').commit()
await importSample(world, 'one', sample)
const ask = (commit: string, path: string) =>
  world.repositories.reads.lineOrigins('one', { commit, path, timeoutMs: 5_000 })

test('each line is with the commit that brought it, and its place in that commit', async () => {
  const origins = await ask(second, 'b.txt')
  expect(origins).toMatchObject([
    { commitSha: second, line: 1, lineThen: 1, lines: 1, pathThen: 'b.txt' },
    { commitSha: first, line: 2, lineThen: 1, lines: 1, pathThen: 'a ü.txt' },
    { commitSha: second, line: 3, lineThen: 3, lines: 1 },
    { commitSha: first, line: 4, lineThen: 3, lines: 2 },
  ])
  expect(origins!.every(({ author }) => author !== '')).toBe(true)
})

test('nothing if git cannot tell', async () => {
  expect(await ask(second, 'none.txt')).toBeUndefined()
})
