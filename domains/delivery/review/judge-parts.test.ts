import { expect, test } from 'vitest'
import type { ChangePartRow, CheckRow } from '../checks/index.ts'
import { judgeParts } from './judge-parts.ts'
import { policyFor } from './policy-for.ts'
import { verdictOn } from './verdict.ts'

const asking = { shown: 'ask', checked: 'ask', unverified: 'ask', weakened: 'ask' } as const
const merging = { shown: 'merge', checked: 'merge', unverified: 'merge', weakened: 'merge' } as const

type Row = Pick<CheckRow, 'name' | 'phase' | 'outcome' | 'report'>
const row = (phase: Row['phase'], outcome: Row['outcome'], test?: 'passed' | 'failed'): Row => ({
  name: 'test',
  phase,
  outcome,
  report: test ? { runner: 'node --test', tests: [{ file: 'a.test.js', name: 'a', outcome: test }] } : null,
})

const part = (account: ChangePartRow['account'], more: Partial<ChangePartRow> = {}): ChangePartRow => ({
  path: 'a.js',
  line: 3,
  endLine: 3,
  linesToRead: 1,
  sourceLine: 'send()',
  kind: 'added',
  added: 'send()',
  removed: '',
  account,
  reason: account === 'unseen' ? 'not_noticed' : null,
  tests: null,
  ...more,
})

test('an unseen part has its line, removed code comes first, and inner parts are left out', () => {
  const { unseen, account } = judgeParts([
    part('unseen', {
      line: 1,
      endLine: 4,
      linesToRead: 4,
      added: 'const door = () => { … }',
      sourceLine: 'const door = () => {',
    }),
    part('unseen', { line: 2, endLine: 2 }),
    part('unseen', { line: 9, endLine: 9, added: '&& isOpen', sourceLine: 'if (a && isOpen) return' }),
    part('unseen', { line: 12, endLine: 12, kind: 'removed', added: '', removed: 'check(user)' }),
    part('unseen', { line: 14, endLine: 14, reason: 'guard' }),
    part('unseen', { path: 'TERMS.md', added: 'Support is €40.', reason: 'words' }),
    part('unseen', { path: 'a.test.js', added: "rmSync('src')", reason: 'reaching_test' }),
    part('unseen', { path: 'b.js', kind: 'mode', added: '100755', removed: '100644', reason: 'not_run' }),
    part('unseen', { path: 'c.js', kind: 'removed_file', added: '', removed: 'a = 1', reason: 'not_tried' }),
  ])
  expect(unseen.map(({ reason }) => reason)).toEqual([
    'Only the change’s own tests fail without “send()”.',
    "A test reaches beyond itself: “rmSync('src')”.",
    'All tests pass with “check(user)” still there.',
    'b.js changes its mode from 100644 to 100755, which no test can show.',
    'All tests pass without “const door = () => { … }”.',
    'All tests pass without “&& isOpen” in “if (a && isOpen) return”.',
    'No test judges what TERMS.md says without “Support is €40.”.',
    'Not tried in time: the change with c.js still there.',
  ])
  expect(account).toMatchObject({ parts: 9, unseen: 9, unseenLines: 11 })
})

test('a value that no test distinguishes from another value asks with both and its line', () => {
  const value = { added: '4', removed: '5', sourceLine: 'return key.slice(0, 4)', reason: 'not_told' } as const
  const { unseen, account } = judgeParts([part('unseen', value)])
  expect(unseen).toEqual([
    {
      kind: 'value_not_shown',
      level: 'ask',
      path: 'a.js',
      line: 3,
      reason: 'No test tells “4” from “5” here: “return key.slice(0, 4)”.',
    },
  ])
  expect(account).toMatchObject({ parts: 1, unseen: 1 })
})

test('many untried parts of a file are one line', () => {
  const { unseen } = judgeParts(
    [1, 2, 3, 4, 5].map((line) => part('unseen', { line, endLine: line, reason: 'not_run' })),
  )
  expect(unseen.map(({ reason }) => reason)).toEqual([
    'a.js changes in 5 places, and no tests that pass over the change could be run without them.',
  ])
})

test('a file in which only names changed has a note with the first of them', () => {
  const named = { added: 'const sum = 1', removed: 'const total = 1', reason: 'renamed' } as const
  const { renamed, onlyShape } = judgeParts([part('same', named), part('same', { ...named, line: 9 })])
  expect(renamed).toEqual([
    {
      kind: 'names_changed',
      level: 'note',
      path: 'a.js',
      line: 3,
      reason: 'Only names changed in 2 places of a.js: “const total = 1” is “const sum = 1” now.',
    },
  ])
  expect(onlyShape).toBe(true)
})

test('a part without a reason asks under every policy, and texts if the project does not merge them', () => {
  const healed = [row('base', 'failed', 'failed'), row('task', 'passed', 'passed')]
  const earlier = { isEarlier: () => true, areTouched: false }
  const of = (parts: readonly ChangePartRow[], rows = healed) => verdictOn(rows, [], { earlier, parts })
  expect(of([part('needed'), part('own'), part('same'), part('test')]).verdict).toMatchObject({
    outcome: 'proved',
    account: { parts: 4, needed: 1, own: 1, same: 1, test: 1, unseen: 0 },
  })
  const unseen = of([part('needed'), part('unseen')])
  expect(unseen).toMatchObject({
    verdict: { outcome: 'shown', findings: [{ level: 'ask' }], account: { unseen: 1, unseenLines: 1 } },
    doubts: [{ code: 'unseen', kind: 'hunk_not_shown', path: 'a.js', line: 3 }],
  })
  expect(policyFor(unseen, merging)).toBe('ask')
  const shape = of([part('needed'), part('shape')])
  expect([shape.verdict.outcome, policyFor(shape, asking)]).toEqual(['shown', 'ask'])
  expect(policyFor(shape, { ...asking, checked: 'prose' })).toBe('merge')
  // No test shows such a change at all: the policy for it decides, and the parts are listed.
  const checked = of([part('unseen')], [row('base', 'passed'), row('task', 'passed')])
  expect(checked).toMatchObject({
    verdict: { outcome: 'checked', findings: [{ level: 'note' }] },
    doubts: [{ code: 'checked' }],
  })
  expect([policyFor(checked, asking), policyFor(checked, merging)]).toEqual(['ask', 'merge'])
})
