import { expect, test } from 'vitest'
import { de } from '../../../../words/change-review/de.ts'
import { en } from '../../../../words/change-review/en.ts'
import { approveStep, otherFindings, outcomeOf, verdictName } from './approve-step.ts'

test('the first press opens the diff and the second approves', () => {
  expect(approveStep({ headSha: 'a', seenSha: undefined, isAbsent: false })).toBe('open')
  expect(approveStep({ headSha: 'a', seenSha: 'a', isAbsent: false })).toBe('approve')
})

test('a diff that has not arrived cannot be approved', () => {
  expect(approveStep({ headSha: undefined, seenSha: undefined, isAbsent: false })).toBe('wait')
  expect(approveStep({ headSha: undefined, seenSha: 'a', isAbsent: false })).toBe('wait')
})

test('a change that moved after its diff was opened has to be opened again', () => {
  expect(approveStep({ headSha: 'b', seenSha: 'a', isAbsent: false })).toBe('open')
})

test('a request without a diff is approved with one press', () => {
  expect(approveStep({ headSha: undefined, seenSha: undefined, isAbsent: true })).toBe('approve')
})

test('a change without a verdict is unverified', () => {
  expect(outcomeOf({ verdict: null })).toBe('unverified')
})

test('only a change without a test of others is described as shown by its own tests', () => {
  const names = {
    proved: '',
    shown: 'either',
    shownByItself: 'own',
    shownByOthers: 'others',
    checked: '',
    untested: '',
    unverified: '',
    refused: '',
    noProgram: 'texts',
  }
  const own = { check: 'test', by: 'change' } as const
  const nameOf = (...by: readonly ('change' | 'acceptance')[]) =>
    verdictName({ outcome: 'shown', reproduced: by.map((each) => ({ ...own, by: each })), probes: [] }, false, names)
  expect([nameOf('change'), nameOf('change', 'acceptance')]).toEqual(['own', 'others'])
})

test('findings that a reason names by its place or its words are not repeated', () => {
  const finding = { path: 'a.test.ts', line: 3, reason: 'An assertion is gone.', isOfModel: false }
  const other = { path: 'b.test.ts', reason: 'A test is skipped.', isOfModel: false }
  expect(otherFindings([finding, other], [{ message: 'Gone', path: 'a.test.ts', line: 3 }])).toEqual([other])
  expect(otherFindings([finding, other], [{ message: 'A test is skipped.' }])).toEqual([finding])
  expect(otherFindings([{ ...other, isUnshown: true }], [])).toEqual([])
  expect(otherFindings([other], [{ message: 'Another', path: 'b.test.ts' }])).toEqual([other])
})

test('the buttons name the files, and approving warns if no check verified them', () => {
  expect(en.read(1, false)).toBe('Review 1 file')
  expect(de.read(300, true)).toBe('Mehr als 300 Dateien prüfen')
  expect(en.approve(5, 'proved', false)).toBe('Approve 5 files')
  expect(en.approve(1, 'checked', false)).toBe('Approve 1 file')
  expect(en.approve(5, 'unverified', false)).toBe('Approve 5 unverified files')
  expect(en.approve(300, 'unverified', true)).toBe('Approve more than 300 unverified files')
  expect(de.approve(1, 'unverified', false)).toBe('1 ungeprüfte Datei freigeben')
  expect(de.approve(300, 'proved', true)).toBe('Mehr als 300 Dateien freigeben')
})
