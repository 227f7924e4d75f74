import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesBetween } from './snapshot-changes.ts'
import type { SnapshotContent } from './snapshot.ts'

const shown = (changes: Partial<SnapshotContent> = {}): SnapshotContent => ({
  revision: 1,
  title: 'Hours',
  clientStatus: 'in_review',
  dueDate: null,
  summary: null,
  artifacts: [],
  ...changes,
})

test('names the differences, and nothing that is the same', () => {
  const before = shown({ summary: 'Open daily.\n\nOn the first page.', artifacts: [{ name: 'a', sha256: '1' }] })
  const after = shown({
    revision: 2,
    title: 'Opening hours',
    dueDate: '2027-03-04T00:00:00.000Z',
    summary: 'Open daily.\nIn the footer.',
    artifacts: [
      { name: 'a', sha256: '2' },
      { name: 'b', sha256: '3' },
    ],
  })
  expect(changesBetween(before, after)).toEqual({
    oldTitle: 'Hours',
    added: ['In the footer.'],
    removed: ['On the first page.'],
    isDueDateOther: true,
    isStepOther: false,
    files: 2,
  })
  expect(changesBetween(before, shown({ ...before, revision: 2 }))).toBeUndefined()
})

test('new and lost lines change places with the two versions, and nothing is new in the same', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c', '', ' d '), { maxLength: 8 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      const there = changesBetween(shown({ summary: one }), shown({ summary: other }))
      const back = changesBetween(shown({ summary: other }), shown({ summary: one }))
      expect([there?.added, there?.removed]).toEqual([back?.removed, back?.added])
      expect(changesBetween(shown({ summary: one }), shown({ summary: one }))).toBeUndefined()
    }),
  )
})
