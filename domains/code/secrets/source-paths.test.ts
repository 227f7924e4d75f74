import { expect, test } from 'vitest'
import { refusedPaths } from './source-paths.ts'

const byCase = 'differs from another path only by case'

test('a path that differs from another only by case is refused, and so are those below such a folder', () => {
  expect(refusedPaths(['a/.env', 'A/.env', 'b/.env', 'ab/.env'], [])).toEqual(
    new Map([
      ['a/.env', byCase],
      ['A/.env', byCase],
    ]),
  )
})

test('a path of the project stays, and a path that differs from it only by case is refused', () => {
  expect(refusedPaths(['a/.env', 'A/.env'], ['a/.env'])).toEqual(new Map([['A/.env', byCase]]))
})

test('a path that no checkout may hold is refused with its reason', () => {
  expect([...refusedPaths(['.git/config', 'a\\b', 'a\u202eb', '\ud800'], []).keys()]).toHaveLength(4)
})

test('as many paths as a request may bring are compared with many of the project', () => {
  const pairs = (count: number, folder: string) =>
    Array.from({ length: count / 2 }, (_, at) => [`${folder}/b${at}.env`, `${folder}/B${at}.env`]).flat()
  const asked = pairs(10_000, 'a')
  expect(refusedPaths(asked, pairs(5_000, 'kept')).size).toBe(10_000)
})
