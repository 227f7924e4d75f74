import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detailsHash, emptyHead } from './chain.ts'
import {
  formerNoteOf,
  formerOrigin,
  headOf,
  itemsOf,
  madeChain,
  newSigner,
  noteOf,
  origin,
  provenOf,
  rehashed,
  renumbered,
  verifiers,
} from '../../testing/audit/made-chain.ts'
import type { StoredRow } from './row.ts'
import { verifyChain, type ChainItem, type Terms } from './verify.ts'

const verify = (items: readonly ChainItem[], terms: Partial<Terms> = {}) =>
  verifyChain(itemsOf(items), { origin, verifiers, ...terms })
const brokenAt = async (items: readonly ChainItem[], terms: Partial<Terms> = {}) => {
  const { ok, broken } = await verify(items, terms)
  expect(ok).toBe(broken === undefined)
  return broken && `${broken.reason} ${broken.position}`
}
const chain = madeChain(9)
const without = (...positions: number[]) => chain.filter(({ row }) => !positions.includes(row.position))
const changed = (position: number, change: (stored: StoredRow) => StoredRow) =>
  chain.map((stored) => (stored.row.position === position ? change(stored) : stored))
const said = (stored: StoredRow, action: string): StoredRow => ({
  ...stored,
  row: { ...stored.row, action: action as `${string}.${string}` },
})

test('a chain is valid with its head and its checkpoints', async () => {
  const items = [...chain.slice(0, 4), { note: noteOf(chain, 4) }, ...chain.slice(4), { note: noteOf(chain, 9) }]
  expect(await verify(items, { head: headOf(chain), kept: [noteOf(chain, 6)] })).toEqual({
    ok: true,
    rows: 9,
    checkpoints: 3,
    erased: 0,
    signed: 9,
    head: headOf(chain),
    broken: undefined,
  })
})

test('an empty chain is valid', async () => {
  expect(await brokenAt([], { head: { position: 0, hash: emptyHead } })).toBeUndefined()
})

test('rows that were verified before are not read again', async () => {
  const rest = [...chain.slice(4), { note: noteOf(chain, 9) }]
  expect(await brokenAt(rest, { from: provenOf(chain, 4), head: headOf(chain) })).toBeUndefined()
  const other = { ...provenOf(chain, 4), hash: chain[2]!.hash }
  expect(await brokenAt(rest, { from: other })).toBe('row_changed 5')
  const otherTree = { ...provenOf(chain, 4), tree: provenOf(chain, 3).tree }
  expect(await brokenAt(rest, { from: otherTree })).toBe('checkpoint_differs 9')
})

test('checkpoints signed over the chain head before the tree existed are valid beside newer ones', async () => {
  const kept = [formerNoteOf(chain, 3), noteOf(chain, 6)]
  expect(await verify(chain, { head: headOf(chain), kept })).toMatchObject({ ok: true, checkpoints: 2, signed: 6 })
  const anew = rehashed(changed(3, (stored) => said(stored, 'project.read')))
  expect(await brokenAt(anew, { head: headOf(anew), kept: [formerNoteOf(chain, 7)] })).toBe('checkpoint_differs 7')
  // The root of a tree is no head of a chain, with any name of its note.
  const renamed = noteOf(chain, 7).replaceAll(origin, formerOrigin)
  expect(await brokenAt(chain, { kept: [renamed] })).toMatch(/^signature_wrong/)
})

test.each([
  ['a changed row', changed(5, (stored) => said(stored, 'project.read')), 'row_changed 5'],
  ['a row with another hash', changed(5, (stored) => ({ ...stored, hash: Buffer.alloc(32, 1) })), 'row_changed 5'],
  ['a changed last row', changed(9, (stored) => said(stored, 'project.read')), 'row_changed 9'],
  ['a missing row', without(5), 'row_missing 5'],
  ['a missing first row', without(1), 'row_missing 1'],
  ['a missing row with the later rows renumbered', renumbered(without(5)), 'row_missing 5'],
  ['three missing rows with the later rows renumbered', renumbered(without(4, 5, 6)), 'row_missing 4'],
  [
    'an inserted row without a hash',
    renumbered([...chain.slice(0, 4), said(chain[7]!, 'x.y'), ...chain.slice(4)]),
    'row_inserted 5',
  ],
  ['an inserted row with its own hash', withRightHash(), 'row_inserted 5'],
  ['a duplicate row', [...chain.slice(0, 5), ...chain.slice(4)], 'row_inserted 5'],
  ['two swapped rows', [...chain.slice(0, 4), chain[5]!, chain[4]!, ...chain.slice(6)], 'rows_reordered 5'],
  [
    'two rows with swapped numbers',
    renumbered([...chain.slice(0, 4), chain[5]!, chain[4]!, ...chain.slice(6)]),
    'rows_reordered 5',
  ],
  ['two rows with swapped content', contentExchanged(), 'rows_reordered 5'],
  ['changed details', changed(5, (stored) => ({ ...stored, details: { at: 99 } })), 'details_changed 5'],
  ['another salt', changed(5, (stored) => ({ ...stored, salt: Buffer.alloc(16) })), 'details_changed 5'],
  ['missing details', changed(5, (stored) => ({ ...stored, salt: null, details: null })), 'details_changed 5'],
  ['a truncated end', chain.slice(0, 7), 'cut_off 8'],
])('detects %s', async (_what, items, expected) => {
  expect(await brokenAt(items, { head: headOf(chain) })).toBe(expected)
})

function withRightHash() {
  const inserted = rehashed(renumbered([...chain.slice(0, 4), said(chain[7]!, 'x.y')]))
  return renumbered([...inserted, ...chain.slice(4)])
}

function contentExchanged() {
  const five = chain[4]!
  const six = chain[5]!
  return chain.map((stored) => {
    const other = stored === five ? six : stored === six ? five : stored
    return { ...other, row: { ...other.row, position: stored.row.position }, hash: stored.hash }
  })
}

const blank = (stored: StoredRow): StoredRow => ({ ...stored, salt: null, details: null, erasedAt: new Date() })
/** The chain with a last row that names what was erased. */
const erasing = (positions: unknown) => {
  const salt = Buffer.alloc(16)
  const details = { positions }
  const last = said(chain[8]!, 'audit.erase')
  const row = { ...last.row, detailsHash: detailsHash(salt, details).toString('hex') }
  return rehashed([...chain.slice(0, 8), { ...last, row, salt, details }])
}

test('erased details are reported as erased when a later row names them, not as broken', async () => {
  const rows = erasing([5, 7])
  const items = rows.map((stored) => ([5, 7].includes(stored.row.position) ? blank(stored) : stored))
  expect(await verify(items, { head: headOf(rows) })).toMatchObject({ ok: true, erased: 2, rows: 9 })
})

test.each([
  ['no row names them', chain, [5], 'erasure_unexplained 5'],
  ['another row is named instead', erasing([4]), [5], 'erasure_unexplained 5'],
  ['only some are named', erasing([7]), [7, 6, 5], 'erasure_unexplained 5'],
  ['the explanation was erased with it', erasing([5, 9]), [5, 9], 'erasure_unexplained 5'],
  ['the explanation names no positions', erasing('5'), [5], 'erasure_unexplained 5'],
] as const)('blanked details are reported: %s', async (_case, rows, blanked, expected) => {
  const positions: readonly number[] = blanked
  const items = rows.map((stored) => (positions.includes(stored.row.position) ? blank(stored) : stored))
  expect(await brokenAt(items, { head: headOf(rows) })).toBe(expected)
  expect(await brokenAt(items)).toBe(expected)
})

test('a recomputed chain is detected by a checkpoint, in the table or kept elsewhere', async () => {
  const anew = rehashed(changed(3, (stored) => said(stored, 'project.read')))
  expect(await brokenAt(anew, { head: headOf(anew) })).toBeUndefined()
  expect(await brokenAt(anew, { head: headOf(anew), kept: [noteOf(chain, 2)] })).toBeUndefined()
  expect(await brokenAt(anew, { head: headOf(anew), kept: [noteOf(chain, 7)] })).toBe('checkpoint_differs 7')
  expect(await brokenAt([...anew.slice(0, 4), { note: noteOf(chain, 4) }])).toBe('checkpoint_differs 4')
})

test('a truncated chain is detected by a checkpoint of more rows', async () => {
  const cut = chain.slice(0, 5)
  expect(await brokenAt(cut, { head: headOf(cut) })).toBeUndefined()
  expect(await brokenAt([...cut, { note: noteOf(chain, 7) }], { head: headOf(cut) })).toBe('cut_off 6')
  expect(await brokenAt(cut, { head: headOf(cut), kept: [noteOf(chain, 9)] })).toBe('cut_off 6')
  expect(await brokenAt([], { from: provenOf(chain, 7), head: headOf(cut) })).toBe('cut_off 6')
})

test('a wrong recorded head and rows behind the head are reported', async () => {
  expect(await brokenAt(chain, { head: { position: 9, hash: chain[7]!.hash } })).toBe('head_differs 9')
  expect(await brokenAt(chain, { head: headOf(chain.slice(0, 6)) })).toBe('row_inserted 7')
  expect(await brokenAt(chain, { head: { ...headOf(chain), lastPosition: 10 } })).toBe('row_inserted 10')
})

test('an invalid, missing or foreign signature is reported', async () => {
  const note = noteOf(chain, 9)
  const forged = note.replace('\n9\n', '\n8\n')
  const notes = [forged, noteOf(chain, 9, newSigner()), note.replaceAll(origin, 'atelier/tree/other'), 'nonsense', '']
  for (const wrong of notes) {
    expect(await brokenAt([...chain, { note: wrong }])).toMatch(/^signature_wrong/)
    expect(await brokenAt(chain, { kept: [wrong] })).toMatch(/^signature_wrong/)
  }
})

test('a checkpoint at a place that it does not cover is reported as reordered rows', async () => {
  expect(await brokenAt([...chain.slice(0, 6), { note: noteOf(chain, 4) }])).toBe('rows_reordered 4')
})

const tampered = fc.oneof(
  fc.record({ does: fc.constant('delete' as const), at: fc.nat(), renumber: fc.boolean() }),
  fc.record({ does: fc.constant('copy' as const), at: fc.nat(), to: fc.nat(), renumber: fc.boolean() }),
  fc.record({ does: fc.constant('swap' as const), at: fc.nat(), to: fc.nat(), renumber: fc.boolean() }),
  fc.record({ does: fc.constant('change' as const), at: fc.nat(), field: fc.nat(), renumber: fc.boolean() }),
)

test('any change to rows is detected by the chain or by a checkpoint kept elsewhere', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 12 }), tampered, fc.boolean(), async (length, act, recompute) => {
      const rows = madeChain(length)
      const at = act.at % length
      const next = [...rows]
      if (act.does === 'delete') next.splice(at, 1)
      if (act.does === 'copy') next.splice(act.to % length, 0, rows[at]!)
      if (act.does === 'swap') [next[at], next[act.to % length]] = [rows[act.to % length]!, rows[at]!]
      if (act.does === 'swap' && act.to % length === at) return
      if (act.does === 'change') {
        const fields = Object.keys(rows[at]!.row).filter((field) => field !== 'position')
        next[at] = { ...rows[at]!, row: { ...rows[at]!.row, [fields[act.field % fields.length]!]: 'other' } }
      }
      const placed = act.renumber ? renumbered(next) : next
      const stored = recompute ? rehashed(placed) : placed
      expect(await brokenAt(stored, { head: headOf(rows), kept: [noteOf(rows, length)] })).toBeDefined()
    }),
    { numRuns: 500 },
  )
})

test('the meaning of details does not depend on the order of their fields', () => {
  const salt = Buffer.alloc(16, 7)
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (details) => {
      const turned = Object.fromEntries(Object.entries(details).reverse())
      expect(detailsHash(salt, turned)).toEqual(detailsHash(salt, details))
    }),
  )
})
