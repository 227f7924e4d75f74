import { expect, test } from 'vitest'
import { checkConsistencyProof, consistencyProofOf, proveGrowth, type ConsistencyProof } from './consistency-proof.ts'
import {
  formerNoteOf,
  madeChain,
  newSigner,
  noteOf,
  origin,
  rehashed,
  treeOf,
  verifiers,
} from '../../testing/audit/made-chain.ts'
import type { StoredRow } from './row.ts'

const chain = madeChain(11)
const findIn = (rows: readonly StoredRow[]) => async (height: number, index: number) =>
  treeOf(rows.slice(index * 2 ** height, (index + 1) * 2 ** height)).root()
const proofOf = (from: number, size = 11) => proveGrowth(noteOf(chain, from), noteOf(chain, size), findIn(chain))

test('every earlier checkpoint is proved to be the beginning of a later one', async () => {
  for (const { row } of chain) {
    const proof = consistencyProofOf(JSON.stringify(await proofOf(row.position)))!
    const expected = { from: { origin, size: row.position }, to: { origin, size: 11 } }
    expect(checkConsistencyProof(proof, verifiers)).toMatchObject(expected)
  }
})

test('a history that was changed before the later checkpoint was signed is detected', async () => {
  const changed = rehashed(
    chain.map((stored, at) => (at === 2 ? { ...stored, row: { ...stored.row, actorId: 'another' } } : stored)),
  )
  const forged = await proveGrowth(noteOf(chain, 5), noteOf(changed, 11), findIn(changed))
  expect(checkConsistencyProof(forged, verifiers)).toBe('checkpoint_differs')
  const mixed = { ...(await proofOf(5)), later: noteOf(changed, 11) }
  expect(checkConsistencyProof(mixed, verifiers)).toBe('checkpoint_differs')
})

test.each([
  ['another hash', ({ proof }) => ({ proof: proof.with(1, proof[0]!) }), 'checkpoint_differs'],
  ['a missing hash', ({ proof }) => ({ proof: proof.slice(1) }), 'checkpoint_differs'],
  ['a hash that is none', ({ proof }) => ({ proof: proof.with(0, 'AAAA') }), 'checkpoint_differs'],
  [
    'checkpoints the wrong way round',
    ({ earlier, later }) => ({ earlier: later, later: earlier }),
    'checkpoint_differs',
  ],
  ['another size', ({ earlier }) => ({ earlier: earlier.replace('\n5\n', '\n4\n') }), 'signature_wrong'],
  ['a checkpoint of another key', () => ({ later: noteOf(chain, 11, newSigner()) }), 'signature_wrong'],
  ['a checkpoint from before the tree', () => ({ earlier: formerNoteOf(chain, 5) }), 'signature_wrong'],
] as const satisfies [string, (proof: ConsistencyProof) => Partial<ConsistencyProof>, string][])(
  'a proof with %s is invalid',
  async (_what, change, reason) => {
    const proof = await proofOf(5)
    expect(checkConsistencyProof({ ...proof, ...change(proof) }, verifiers)).toBe(reason)
  },
)

test('a malformed proof is refused', () => {
  const format = 'atelier-audit-consistency'
  const whole = { format, version: 1, earlier: 'x', later: 'y', proof: [] }
  expect(consistencyProofOf(JSON.stringify(whole))).toEqual(whole)
  for (const text of [
    '',
    'null',
    '[]',
    ...[{ format }, { ...whole, proof: [1] }, { ...whole, later: 1 }].map((each) => JSON.stringify(each)),
  ])
    expect(consistencyProofOf(text)).toBeUndefined()
})
