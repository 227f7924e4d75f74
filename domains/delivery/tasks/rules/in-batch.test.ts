import { expect, test } from 'vitest'
import { shownText } from '../../../../execution/probes/index.ts'
import { partsInBatch } from './in-batch.ts'

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

test('a change is decided by itself for any other reason, for more lines, and without an account', () => {
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

test('a change of which a person would not see all that no test sees is decided by itself', () => {
  const { line: _, ...binary } = { ...part, kind: 'part_not_judged', reason: 'a.png cannot be read line by line.' }
  const cut = { ...part, reason: `All tests pass without “${shownText('x'.repeat(121))}”.` }
  for (const one of [binary, cut]) expect(partsInBatch([unseen], verdict(1, 1, [one]))).toBeUndefined()
  const inner = { ...part, reason: 'All tests pass without “export const top = (n) => …”.' }
  expect(partsInBatch([unseen], verdict(1, 1, [inner]))).toEqual([inner])
})
