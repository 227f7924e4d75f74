import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commitCache } from './commit-cache.ts'

const key = fc.record({ gitDir: fc.constantFrom('/a', '/b'), sha: fc.constantFrom('1', '2', '3', '4', '5', '6') })
const step = fc.record({ key, size: fc.integer({ min: 0, max: 12 }), asks: fc.boolean() })

test('an answer is the last answer for its folder and commits, and the newest fit the bound', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const remembered = commitCache<number>(100, (size) => size)
      const given = new Map<string, number>()
      for (const { key: at, size, asks } of steps) {
        const name = `${at.gitDir} ${at.sha}`
        if (asks) expect([undefined, given.get(name)]).toContain(remembered.get(at.gitDir, [at.sha]))
        else {
          remembered.set(at.gitDir, [at.sha], size)
          given.set(name, size)
          expect(remembered.get(at.gitDir, [at.sha])).toBe(size < 10 ? size : undefined)
        }
      }
      const all = [...given].map(([name]) => name.split(' ')).map(([dir, sha]) => remembered.get(dir!, [sha!]) ?? -1)
      expect(all.reduce((sum, size) => sum + 1 + size, 0)).toBeLessThanOrEqual(100)
    }),
  )
})

test('the least recently used goes first', () => {
  const remembered = commitCache<string>(20, () => 0)
  for (let at = 0; at < 20; at += 1) remembered.set('/a', [String(at)], 'here')
  expect(remembered.get('/a', ['0'])).toBe('here')
  remembered.set('/a', ['20'], 'here')
  expect([remembered.get('/a', ['0']), remembered.get('/a', ['1'])]).toEqual(['here', undefined])
})
