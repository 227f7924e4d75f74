import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedRanges } from '../../../../parts/finding/changed-words.ts'
import type { DiffLine } from './parse-patch.ts'
import { lineRefsOf, rowsOf } from './diff-rows.ts'

const diffs = fc.array(fc.constantFrom<DiffLine['kind']>('add', 'del', 'same', 'hunk')).map((kinds) => {
  let before = 0
  let after = 0
  return kinds.map((kind, at): DiffLine => {
    const text = `line ${at}`
    if (kind === 'hunk') return { kind, text }
    return {
      kind,
      text,
      ...(kind !== 'add' && { before: (before += 1) }),
      ...(kind !== 'del' && { after: (after += 1) }),
    }
  })
})

test.each(['unified', 'split'] as const)('%s shows every line once, each side in its order', (layout) => {
  fc.assert(
    fc.property(diffs, (lines) => {
      const rows = rowsOf(lines, layout)
      expect(rows.filter(({ is }) => is === 'hunk')).toHaveLength(lines.filter(({ kind }) => kind === 'hunk').length)
      const places = rows.flatMap(lineRefsOf)
      const on = (side: 'before' | 'after') => places.filter((place) => place.side === side).map(({ line }) => line)
      expect(on('after')).toEqual(lines.flatMap(({ after }) => after ?? []))
      expect(on('before')).toEqual(lines.flatMap(({ kind, before }) => (kind === 'del' ? before! : [])))
    }),
  )
})

test('a removed line is beside the added one in its place', () => {
  const [del, add] = [
    { kind: 'del', text: 'a', before: 1 },
    { kind: 'add', text: 'b', after: 1 },
  ] as const
  expect(rowsOf([del, add], 'split')).toEqual([{ is: 'two', left: del, right: add }])
  expect(rowsOf([del, add], 'unified')).toEqual([
    { is: 'one', line: del, other: 'b' },
    { is: 'one', line: add, other: 'a' },
  ])
  expect(rowsOf([add, del], 'split')).toHaveLength(2)
})

const marked = (line: string, other: string) => changedRanges(line, other).map(([from, to]) => line.slice(from, to))

test('changed words are marked, unless the lines have little in common or are too long', () => {
  expect(marked('const open = openOrders(id)', 'const open = openInvoices(id)')).toEqual(['openOrders'])
  expect(marked('check(account, order)', 'check(account)')).toEqual([', order'])
  expect(marked('alpha beta', 'gamma (delta)')).toEqual([])
  expect(marked('a '.repeat(600), 'a b '.repeat(300))).toEqual([])
})

test('the words without the marked ones are in the other line, in its order', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', ' ', '(', 'word', 'ß'), { maxLength: 30 }).map((all) => all.join(''))
  fc.assert(
    fc.property(lines, lines, (line, other) => {
      const stretches = changedRanges(line, other)
      if (stretches.length === 0) return
      let at = 0
      let kept = ''
      for (const [from, to] of stretches) {
        expect([from >= at, to > from]).toEqual([true, true])
        kept += line.slice(at, from)
        at = to
      }
      let found = 0
      for (const letter of other) if (letter === (kept + line.slice(at))[found]) found += 1
      expect(found).toBe((kept + line.slice(at)).length)
    }),
  )
})

test('a piece that begins with the first line of a file has no row for lines left out above it', () => {
  const rowsFrom = (text: string) =>
    rowsOf(
      [
        { kind: 'hunk', text },
        { kind: 'add', text: 'a', after: 1 },
      ],
      'unified',
    )
  for (const text of ['@@ -0,0 +1,2 @@', '@@ -1,3 +1 @@', '@@ -1 +0,0 @@']) expect(rowsFrom(text)).toHaveLength(1)
  for (const text of ['@@ -2,3 +2,4 @@', '@@ -1,2 +10,2 @@']) expect(rowsFrom(text)).toHaveLength(2)
})
