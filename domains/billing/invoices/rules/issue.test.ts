import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOf, prefixPattern, type NumberFormat } from '../../billables/rules.ts'
import { invoiceMoves, invoiceStatuses, statusAfter, type InvoiceMove, type InvoiceStatus } from '../rules.ts'
import { assembleDraft, type AssembledDraft } from './draft.ts'
import { correctedElsewhere, obstacleToIssuing, reconciles, type DraftBillable } from './issue.ts'

test('an invoice has exactly the moves of the contract', () => {
  const names = Object.keys(invoiceMoves) as InvoiceMove[]
  const table = names.flatMap((name) => invoiceStatuses.map((from) => [from, name, statusAfter(from, name)] as const))
  expect(table.filter(([, , to]) => to !== undefined)).toEqual([
    ['draft', 'issue', 'final'],
    ['final', 'settle', 'paid'],
    ['draft', 'void', 'void'],
    ['final', 'void', 'void'],
  ])
})

test('in any order of attempts, an invoice is issued at most once, and settled or void permanently', () => {
  const moves = fc.array(fc.constantFrom(...(Object.keys(invoiceMoves) as InvoiceMove[])), { maxLength: 12 })
  fc.assert(
    fc.property(moves, (attempts) => {
      let status: InvoiceStatus = 'draft'
      const made: InvoiceMove[] = []
      for (const move of attempts) {
        const after = statusAfter(status, move)
        if (!after) continue
        made.push(move)
        status = after
      }
      expect(['', 'issue', 'issue settle', 'issue void', 'void']).toContain(made.join(' '))
    }),
  )
})

describe('the number of an invoice', () => {
  test.each<[NumberFormat, number, string]>([
    [{ prefix: '', withYear: true, digits: 4 }, 1, '2026-0001'],
    [{ prefix: 'INV-', withYear: true, digits: 4 }, 42, 'INV-2026-0042'],
    [{ prefix: 'R/', withYear: false, digits: 1 }, 12_345, 'R/12345'],
  ])('in the format %j of %i is %s', (format, sequence, number) => {
    expect(numberOf(format, sequence, 2026)).toBe(number)
  })

  test('is different for each place in the sequence, for all formats and years', () => {
    const formats = fc.record({
      prefix: fc.stringMatching(new RegExp(prefixPattern), { maxLength: 20 }),
      withYear: fc.boolean(),
      digits: fc.integer({ min: 1, max: 10 }),
    })
    const one = fc.tuple(formats, fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 2020, max: 2040 }))
    fc.assert(
      fc.property(one, one, (left, right) => {
        fc.pre(left[1] !== right[1])
        expect(numberOf(...left)).not.toBe(numberOf(...right))
      }),
    )
    expect(numberOf({ prefix: 'A1', withYear: false, digits: 1 }, 2, 2026)).toBe('A12')
    expect(['A1', '1', '2026'].filter((prefix) => new RegExp(prefixPattern).test(prefix))).toEqual([])
  })
})

const entry = {
  id: 'a',
  clientAccountId: 'globex',
  currency: 'EUR',
  taxClass: 'standard',
  quantity: '1.5',
  unitPriceMinor: 335,
  correctsId: null,
  isWrittenOff: false,
  isInvoiced: false,
  chargeTax: null,
}
const classes = [{ name: 'standard', category: 'S', rateBps: 1_900, reason: null } as const]
const stored = () => {
  const { lines, taxTotals, type, netMinor, taxMinor, totalMinor } = assembleDraft([entry, { ...entry, id: 'b' }], {
    classes,
    rates: {},
  }) as AssembledDraft
  return {
    lines: lines.map((line) => ({ ...entry, ...line, amountMinor: Number(line.amountMinor) })),
    header: {
      type,
      netMinor: Number(netMinor),
      taxMinor: Number(taxMinor),
      totalMinor: Number(totalMinor),
      taxTotals: taxTotals.map((total) => ({
        ...total,
        taxableMinor: Number(total.taxableMinor),
        taxMinor: Number(total.taxMinor),
      })),
    },
  }
}

describe('a header', () => {
  test('reconciles with the lines that it was computed from', () => {
    const { header, lines } = stored()
    expect(reconciles(header, lines)).toBe(true)
  })

  test.each<[string, (found: ReturnType<typeof stored>) => ReturnType<typeof stored>]>([
    ['net', ({ header, lines }) => ({ lines, header: { ...header, netMinor: header.netMinor + 1 } })],
    ['tax', ({ header, lines }) => ({ lines, header: { ...header, taxMinor: header.taxMinor - 1 } })],
    ['total', ({ header, lines }) => ({ lines, header: { ...header, totalMinor: header.totalMinor + 1 } })],
    ['type', ({ header, lines }) => ({ lines, header: { ...header, type: '381' } })],
    ['tax totals', ({ header, lines }) => ({ lines, header: { ...header, taxTotals: [] } })],
    ['line', ({ header, lines }) => ({ header, lines: lines.slice(1) })],
    ['amount of a line', ({ header, lines }) => ({ header, lines: [{ ...lines[0]!, amountMinor: 504 }, lines[1]!] })],
  ])('does not reconcile with another %s', (_what, change) => {
    const { header, lines } = change(stored())
    expect(reconciles(header, lines)).toBe(false)
  })
})

const billed: DraftBillable = {
  id: 'a',
  correctsId: null,
  isWrittenOff: false,
  isInvoiced: false,
  isChargeInvoiced: false,
}
const correction = { id: 'b', correctsId: 'a', invoiceId: null }

test.each([
  ['nothing', [billed], [], undefined],
  ['what is written off', [{ ...billed, isWrittenOff: true }], [], { obstacle: 'writtenOff', which: ['a'] }],
  ['what is invoiced', [{ ...billed, isInvoiced: true }], [], { obstacle: 'alreadyInvoiced', which: ['a'] }],
  [
    'a correction whose charge is nowhere',
    [{ ...billed, id: 'b', correctsId: 'a' }],
    [],
    { obstacle: 'chargeNeverInvoiced', which: ['b'] },
  ],
  ['a correction of an invoiced charge', [{ ...billed, correctsId: 'x', isChargeInvoiced: true }], [], undefined],
  ['a charge with its correction', [billed, { ...billed, id: 'b', correctsId: 'a' }], [correction], undefined],
  ['a correction left out', [billed], [correction], { obstacle: 'correctionMissing', which: ['b'] }],
  ['a correction on another invoice', [billed], [{ ...correction, invoiceId: 'credit' }], undefined],
])('%s: kept from being issued as declared', (_what, some, corrections, expected) => {
  expect(obstacleToIssuing(some, corrections)).toEqual(expected)
})

test('names corrections on other invoices, and none on the same or without one', () => {
  const corrections = [
    correction,
    { ...correction, id: 'c', invoiceId: 'own' },
    { ...correction, id: 'd', invoiceId: 'credit' },
  ]
  expect(correctedElsewhere('own', corrections)).toEqual(['d'])
})
