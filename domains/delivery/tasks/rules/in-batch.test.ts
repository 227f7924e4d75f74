import { expect, test } from 'vitest'
import { shownText } from '../../../../execution/probes/index.ts'
import { partQuotedMost, partsInBatch } from './in-batch.ts'

const part = { kind: 'hunk_not_shown', level: 'ask', path: 'a.js', line: 3, reason: 'All tests pass without “x”.' }
type PartFinding = Omit<typeof part, 'line'> & { readonly line?: number }
const verdict = (
  unseen: number,
  unseenLines = unseen,
  findings: readonly PartFinding[] = unseen > 0 ? [part] : [],
) => ({
  account: { unseen, unseenLines },
  findings,
})
const shown = { code: 'shown' }
const unseen = { code: 'unseen', kind: 'hunk_not_shown' }

test('a change whose parts are accounted for, or whose unseen lines a person reads at once, is decided beside others', () => {
  expect(partsInBatch([shown], verdict(0))).toEqual([])
  expect(partsInBatch([unseen, shown], verdict(1, 3))).toEqual([part])
  expect(partsInBatch([{ code: 'checked' }], verdict(1, 1, [{ ...part, level: 'note' }]))).toHaveLength(1)
})

test('a change is decided separately for any other reason, for more lines, and without an account', () => {
  expect(partsInBatch([unseen], verdict(1, 4))).toBeUndefined()
  for (const code of ['weakened', 'acceptance', 'unverified', 'model_review', 'packages'])
    expect([code, partsInBatch([shown, { code }], verdict(0))]).toEqual([code, undefined])
  expect(partsInBatch([{ code: 'unseen', kind: 'network_opened' }], verdict(0))).toBeUndefined()
  expect(partsInBatch([shown], verdict(0, 0, [{ ...part, kind: 'guard_removed' }]))).toBeUndefined()
  expect([partsInBatch([shown], null), partsInBatch([shown], { account: null, findings: [] })]).toEqual([
    undefined,
    undefined,
  ])
  expect(partsInBatch([], verdict(0))).toBeUndefined()
})

test('a change is decided separately if a person would not see all parts that no test sees', () => {
  const { line: _, ...binary } = { ...part, kind: 'part_not_judged', reason: 'a.png cannot be read line by line.' }
  const cut = {
    ...part,
    reason: `All tests pass without “${shownText('x'.repeat(partQuotedMost + 1), partQuotedMost)}”.`,
  }
  for (const one of [binary, cut]) expect(partsInBatch([unseen], verdict(1, 1, [one]))).toBeUndefined()
  const whole = {
    ...part,
    reason: `All tests pass without “${shownText('x'.repeat(partQuotedMost), partQuotedMost)}”.`,
  }
  expect(partsInBatch([unseen], verdict(1, 1, [whole]))).toEqual([whole])
  for (const reason of [
    'All tests pass without “if ( … ) return fallback”.',
    'All tests pass without “export const top = (n) => …”.',
  ])
    expect(partsInBatch([unseen], verdict(1, 1, [{ ...part, reason }]))).toBeUndefined()
})

test('a line that a host or a person obeys is decided beside others if the sentence has all of it', () => {
  const obeyed = { ...part, kind: 'obeyed_file_changed', reason: 'Dockerfile:1 says “FROM b”, before “FROM a”.' }
  const asked = { code: 'unseen', kind: obeyed.kind }
  const batched = (reason: string, lines = 1) => partsInBatch([asked], verdict(1, lines, [{ ...obeyed, reason }, part]))
  expect(batched(obeyed.reason)).toHaveLength(2)
  expect(batched(obeyed.reason, 3)).toBeUndefined()
  for (const reason of [
    `${obeyed.reason} Also changed: line 3.`,
    `${obeyed.reason} 2 more lines are gone.`,
    'Dockerfile:1 says “RUN a…”, before “FROM a”.',
    `a.md:1 has a command that the request does not name: “npm ${'x'.repeat(116)}”.`,
  ])
    expect([reason, batched(reason)]).toEqual([reason, undefined])
  const ofCi = { ...part, kind: 'ci_changed', reason: '.github/ci.yml:2 says “on.schedule: daily”.' }
  expect(partsInBatch([{ code: 'unseen', kind: 'ci_changed' }], verdict(1, 1, [ofCi]))).toEqual([ofCi])
})
