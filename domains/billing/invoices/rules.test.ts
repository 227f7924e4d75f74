import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assembleDraft, type AssembledDraft, type Entry, type DraftRefusal } from './rules/draft.ts'
import type { TaxClass } from '../billables/rules.ts'

const charge: Entry = {
  id: 'a',
  clientAccountId: 'globex',
  currency: 'EUR',
  taxClass: 'standard',
  quantity: '1',
  unitPriceMinor: 100,
  correctsId: null,
  isWrittenOff: false,
  isInvoiced: false,
  chargeTax: null,
}
const classes: readonly TaxClass[] = [
  { name: 'standard', category: 'S', rateBps: 1_900, reason: null },
  { name: 'books', category: 'S', rateBps: 1_900, reason: null },
  { name: 'reduced', category: 'S', rateBps: 700, reason: null },
  { name: 'reverse', category: 'AE', rateBps: 0, reason: 'Reverse charge' },
  { name: 'abroad', category: 'AE', rateBps: 0, reason: 'Art. 196' },
  { name: 'export', category: 'G', rateBps: 0, reason: 'Export' },
]
const billedAt19 = { category: 'S', rateBps: 1_900, reason: null } as const
const draftOf = (...entries: Partial<Entry>[]) =>
  assembleDraft(
    entries.map((entry) => ({ ...charge, ...entry })),
    { classes, rates: {} },
  )
const isRefused = (result: AssembledDraft | DraftRefusal): result is DraftRefusal => 'obstacle' in result

describe('a draft is refused', () => {
  test.each<[string, Partial<Entry>[], DraftRefusal]>([
    [
      'for two customers',
      [{}, { id: 'b', clientAccountId: 'initech' }, { id: 'c' }],
      { obstacle: 'twoCustomers', which: ['globex', 'initech'] },
    ],
    ['for two currencies', [{}, { id: 'b', currency: 'JPY' }], { obstacle: 'twoCurrencies', which: ['EUR', 'JPY'] }],
    ['for what is written off', [{}, { id: 'b', isWrittenOff: true }], { obstacle: 'writtenOff', which: ['b'] }],
    ['for what is invoiced', [{}, { id: 'b', isInvoiced: true }], { obstacle: 'alreadyInvoiced', which: ['b'] }],
    [
      'for a correction whose charge was never invoiced',
      [{}, { id: 'b', correctsId: 'elsewhere', quantity: '-1' }],
      { obstacle: 'chargeNeverInvoiced', which: ['b'] },
    ],
    [
      'for a charge that its corrections take back whole',
      [{}, { id: 'b', correctsId: 'a', quantity: '-0.6' }, { id: 'c', correctsId: 'a', quantity: '-0.4' }],
      { obstacle: 'netsToZero', which: ['a'] },
    ],
    ['for a charge for free, alone', [{ unitPriceMinor: 0 }], { obstacle: 'netsToZero', which: ['a'] }],
    [
      'for a charge for free among others',
      [{}, { id: 'b', unitPriceMinor: 0 }, { id: 'c' }],
      { obstacle: 'netsToZero', which: ['b'] },
    ],
    [
      'for a charge whose amount rounds to zero',
      [{}, { id: 'b', quantity: '0.004', unitPriceMinor: 100 }],
      { obstacle: 'netsToZero', which: ['b'] },
    ],
    [
      'for corrections of an invoiced charge that come to nothing',
      [
        { id: 'b', correctsId: 'x', chargeTax: billedAt19, quantity: '-1' },
        { id: 'c', correctsId: 'x', chargeTax: billedAt19 },
      ],
      { obstacle: 'netsToZero', which: ['x'] },
    ],
    [
      'for a tax class without a rate',
      [{}, { id: 'b', taxClass: 'luxury' }],
      { obstacle: 'noRate', which: ['luxury'] },
    ],
    [
      'for a total that no invoice can represent',
      [{ unitPriceMinor: Number.MAX_SAFE_INTEGER }],
      { obstacle: 'tooLarge', which: ['10718567113141779'] },
    ],
  ])('%s', (_why, entries, refused) => {
    expect(draftOf(...entries)).toEqual(refused)
  })

  test('for a rate that contradicts the category of its class', () => {
    const entries = [{ ...charge, taxClass: 'reverse' }]
    expect(assembleDraft(entries, { classes, rates: { reverse: 100 } })).toEqual({
      obstacle: 'rateContradicts',
      which: ['reverse'],
    })
  })
})

test('tax is rounded once for a rate, not for each line, and classes of the same category and rate share a total', () => {
  const lines = [
    { unitPriceMinor: 3 },
    { id: 'b', unitPriceMinor: 3, taxClass: 'books' },
    { id: 'c', unitPriceMinor: 3 },
  ]
  expect(draftOf(...lines)).toMatchObject({
    netMinor: 9n,
    taxMinor: 2n,
    totalMinor: 11n,
    taxTotals: [{ category: 'S', rateBps: 1_900, taxableMinor: 9n, taxMinor: 2n }],
  })
})

test('lines without tax keep their category and every reason', () => {
  const lines = [{ taxClass: 'reverse' }, { id: 'b', taxClass: 'export' }, { id: 'c', taxClass: 'abroad' }]
  expect(draftOf(...lines)).toMatchObject({
    taxTotals: [
      { category: 'AE', rateBps: 0, reason: 'Reverse charge; Art. 196', taxableMinor: 200n, taxMinor: 0n },
      { category: 'G', rateBps: 0, reason: 'Export', taxableMinor: 100n, taxMinor: 0n },
    ],
  })
})

test('corrections of an invoiced charge take its tax back, however its class is taxed by now', () => {
  const back = { ...charge, id: 'b', correctsId: 'x', chargeTax: billedAt19, quantity: '-1' }
  for (const rates of [{}, { standard: 2_000 }] as Record<string, number>[])
    expect(assembleDraft([back], { classes: [], rates })).toMatchObject({ taxMinor: -19n, lines: [billedAt19] })
})

test('corrections of an invoiced charge are a credit note, and a charge with its own corrections an invoice', () => {
  const back = { id: 'b', correctsId: 'x', chargeTax: billedAt19, quantity: '-1' }
  expect(draftOf(back)).toMatchObject({ type: '381', netMinor: -100n, taxMinor: -19n, totalMinor: -119n })
  expect(draftOf({}, { id: 'c', correctsId: 'a', quantity: '-0.5' })).toMatchObject({ type: '380', totalMinor: 60n })
})

/** Exact fractions by the schoolbook, and rounding by comparing the rest with a half. */
interface Fraction {
  readonly over: bigint
  readonly under: bigint
}
const fractionOf = (decimal: string): Fraction => {
  const digits = decimal.split('.')[1]?.length ?? 0
  return { over: BigInt(decimal.replace('.', '')), under: BigInt(`1${'0'.repeat(digits)}`) }
}
const times = (left: Fraction, over: bigint, under = 1n): Fraction => ({
  over: left.over * over,
  under: left.under * under,
})
const rounded = ({ over, under }: Fraction): bigint => {
  if (over < 0n) return -rounded({ over: -over, under })
  const left = over % under
  return over / under + (left + left >= under ? 1n : 0n)
}

const quantities = fc
  .tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, scale]) => {
    const text = String(digits).padStart(scale + 1, '0')
    return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`
  })
const charges = fc.record({
  quantity: quantities,
  unitPriceMinor: fc.integer({ min: 1, max: 10_000_000 }),
  taxClass: fc.constantFrom(...classes.map(({ name }) => name)),
})
const sets = fc
  .array(charges, { minLength: 1, maxLength: 30 })
  .map((all) => all.map((one, at): Entry => ({ ...charge, ...one, id: String(at) })))

const expectedOf = (entries: readonly Entry[]) => {
  const amounts = entries.map(({ quantity, unitPriceMinor }) =>
    rounded(times(fractionOf(quantity), BigInt(unitPriceMinor))),
  )
  const taxable = new Map<string, bigint>()
  entries.forEach(({ taxClass }, at) => {
    const { category, rateBps } = classes.find(({ name }) => name === taxClass)!
    const key = `${category}/${rateBps}`
    taxable.set(key, (taxable.get(key) ?? 0n) + amounts[at]!)
  })
  const taxes = [...taxable].map(([key, amount]) =>
    rounded(times({ over: amount, under: 1n }, BigInt(key.split('/')[1]!), 10_000n)),
  )
  const [net, tax] = [amounts, taxes].map((all) => all.reduce((sum, one) => sum + one, 0n)) as [bigint, bigint]
  return { amounts, taxable: [...taxable.values()], taxes, net, tax, total: net + tax }
}

test('lines, taxes and totals equal an independent computation with exact fractions', () =>
  fc.assert(
    fc.property(sets, (entries) => {
      const result = assembleDraft(entries, { classes, rates: {} })
      const expected = expectedOf(entries)
      if (isRefused(result)) {
        expect([result.obstacle, expected.amounts]).toEqual(['netsToZero', expect.arrayContaining([0n])])
        return
      }
      const { lines, taxTotals } = result
      expect({
        amounts: lines.map(({ amountMinor }) => amountMinor),
        taxable: taxTotals.map(({ taxableMinor }) => taxableMinor),
        taxes: taxTotals.map(({ taxMinor }) => taxMinor),
        net: result.netMinor,
        tax: result.taxMinor,
        total: result.totalMinor,
      }).toEqual(expected)
    }),
    { numRuns: 300 },
  ))

test('an invoice and the credit note that takes each line back come to zero, tax for tax', () =>
  fc.assert(
    fc.property(sets, (entries) => {
      const billed = assembleDraft(entries, { classes, rates: {} })
      fc.pre(!isRefused(billed))
      const corrections = entries.map((entry, at) => ({
        ...entry,
        id: `${entry.id}-back`,
        quantity: `-${entry.quantity}`,
        correctsId: entry.id,
        chargeTax: billed.lines[at]!,
      }))
      const back = assembleDraft(corrections, { classes: [], rates: {} }) as AssembledDraft
      expect([back.type, billed.totalMinor + back.totalMinor]).toEqual(['381', 0n])
      expect(back.taxTotals.map(({ taxMinor }) => -taxMinor)).toEqual(billed.taxTotals.map(({ taxMinor }) => taxMinor))
    }),
  ))
