import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clashWithTask, newestFirst, relativePath } from './rules.ts'

const allowed = (path: string) => new RegExp(relativePath, 'u').test(path)

test('a path is relative exactly where each of its parts is a name', () => {
  const part = fc.constantFrom('', '.', '..', '...', 'a', '..a', 'a..', '-x', 'é', '\n', 'a\0', 'a\\b', ':(top)')
  const isName = (name: string) => !['', '..'].includes(name) && !/[\\\0]/.test(name)
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
      expect(allowed(parts.join('/'))).toBe(parts.every(isName))
    }),
  )
})

test('a long path takes no longer than its length', () => {
  expect(allowed('a/'.repeat(50_000))).toBe(false)
  expect(allowed(`${'../'.repeat(50_000)}a`)).toBe(false)
})

test('a task goes with no branch and no other commit', () => {
  expect(clashWithTask({ taskId: 't', ref: 'main', since: 's' })).toBe('ref')
  expect(clashWithTask({ taskId: 't', since: 's' })).toBe('since')
  expect([clashWithTask({ taskId: 't' }), clashWithTask({ ref: 'main', since: 's' })]).toEqual([undefined, undefined])
})

test('branches come newest first, and equally old branches in their given order', () => {
  const branches = [1, 3, 3, 2].map((day, position) => ({ createdAt: new Date(2026, 0, day), position }))
  expect(newestFirst(branches).map(({ position }) => position)).toEqual([1, 2, 3, 0])
})
