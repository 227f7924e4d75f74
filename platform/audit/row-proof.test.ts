import { expect, test } from 'vitest'
import { checkRowProof, proveRow, rowProofOf, type RowProof } from './row-proof.ts'
import { madeChain, newSigner, noteOf, origin, treeOf, verifiers } from '../../testing/audit/made-chain.ts'

const chain = madeChain(11)
const find = async (height: number, index: number) =>
  treeOf(chain.slice(index * 2 ** height, (index + 1) * 2 ** height)).root()
const proofOf = (position: number, size = 11, note = noteOf(chain, size)) =>
  proveRow({
    stored: chain[position - 1]!,
    before: position === 1 ? Buffer.alloc(32) : chain[position - 2]!.hash,
    find,
    size,
    note,
  })

test('a row is proved by its text, its previous hash and a signed checkpoint', async () => {
  for (const { row } of chain) {
    const proof = rowProofOf(JSON.stringify(await proofOf(row.position)))!
    expect(checkRowProof(proof, verifiers)).toMatchObject({ origin, size: 11 })
    expect(proof.proof).toMatch(/^c2sp\.org\/tlog-proof@v1\nindex \d+\n([\w+/]{43}=\n)+\natelier\/tree\//)
  }
})

test('a row with erased details is proved without them', async () => {
  const proof = await proofOf(4)
  const erased = { ...proof, salt: null, details: null, erasedAt: '2026-03-04T10:00:00.000Z' }
  expect(checkRowProof(erased, verifiers)).toMatchObject({ size: 11 })
})

test.each([
  ['another word in the row', (proof) => ({ row: { ...proof.row, action: 'project.read' } }), 'row_changed'],
  ['another position', (proof) => ({ row: { ...proof.row, position: 6 } }), 'row_changed'],
  ['another head before it', () => ({ before: '00'.repeat(32) }), 'row_changed'],
  ['another index', ({ proof }) => ({ proof: proof.replace('index 4', 'index 5') }), 'row_changed'],
  [
    'a path without its first hash',
    ({ proof }) => ({ proof: proof.replace(/(index 4\n)[^\n]+\n/, '$1') }),
    'row_changed',
  ],
  ['no path', () => ({ proof: 'nonsense' }), 'row_changed'],
  ['other details', () => ({ details: { at: 99 } }), 'details_changed'],
  ['details without a salt', () => ({ salt: null }), 'details_changed'],
  ['another size in the note', ({ proof }) => ({ proof: proof.replace('\n11\n', '\n12\n') }), 'signature_wrong'],
] as const satisfies [string, (proof: RowProof) => Partial<RowProof>, string][])(
  'a proof with %s is invalid',
  async (_what, change, reason) => {
    const proof = await proofOf(5)
    expect(checkRowProof({ ...proof, ...change(proof) }, verifiers)).toBe(reason)
  },
)

test('a checkpoint of another key or another log is refused', async () => {
  const foreign = await proofOf(5, 11, noteOf(chain, 11, newSigner()))
  expect(checkRowProof(foreign, verifiers)).toBe('signature_wrong')
  const other = verifiers.map(({ publicKey }) => ({ name: 'atelier/tree/other', publicKey }))
  expect(checkRowProof(await proofOf(5), other)).toBe('signature_wrong')
})

test('a malformed proof is refused', () => {
  for (const text of [
    '',
    'null',
    '{}',
    '[]',
    '{"format":"atelier-audit-row","version":1}',
    '{"format":"atelier-audit"}',
  ])
    expect(rowProofOf(text)).toBeUndefined()
})
