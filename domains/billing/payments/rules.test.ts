import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalsOf } from '../billables/rules/currencies.ts'
import { invoiceStatuses, type InvoiceStatus } from '../invoices/rules.ts'
import { amountToPay, checkoutStatuses, judgePayment, pauseMs, minorOf, providerAmountOf } from './rules.ts'
import { faultsOfKeys, isLiveBy, isOtherAccount } from './rules/keys.ts'

test.each([
  ['stripe', 'EUR', 11_900, 11_900],
  ['stripe', 'EUR', 99_999_999, 99_999_999],
  ['stripe', 'EUR', 100_000_000, 'tooLarge'],
  ['stripe', 'IDR', 999_999_999_999, 999_999_999_999],
  ['stripe', 'JPY', 500, 500],
  ['stripe', 'ISK', 500, 50_000],
  ['stripe', 'KWD', 5_120, 5_120],
  ['stripe', 'KWD', 5_124, 'inexact'],
  ['stripe', 'MGA', 500, 5],
  ['stripe', 'MGA', 501, 'inexact'],
  ['adyen', 'EUR', 100_000_000, 100_000_000],
  ['adyen', 'IDR', 10_000, 100],
  ['adyen', 'IDR', 10_050, 'inexact'],
  ['adyen', 'CLP', 500, 50_000],
  ['adyen', 'EUR', 1_000_000_000_000, 'tooLarge'],
] as const)('%s takes %s %i as %s', (provider, currency, amount, expected) => {
  expect(providerAmountOf(provider, currency, amount, decimalsOf(currency))).toBe(expected)
})

test('an amount that is taken is worth as much as the invoice asks for', () => {
  const amounts = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
  const currencies = fc.constantFrom('EUR', 'JPY', 'KWD', 'ISK', 'IDR', 'CLP', 'MGA', 'UGX')
  fc.assert(
    fc.property(
      fc.constantFrom('stripe' as const, 'adyen' as const),
      currencies,
      amounts,
      (provider, currency, amount) => {
        const found = providerAmountOf(provider, currency, amount, decimalsOf(currency))
        if (typeof found === 'string') return
        const ratios = [1n, 10n, 100n, 1_000n]
        const one = BigInt(amount)
        const other = BigInt(found)
        expect(ratios.some((ratio) => one === other * ratio || other === one * ratio)).toBe(true)
        expect(minorOf(provider, currency, found, decimalsOf(currency))).toBe(amount)
        // The same ratio for every amount of the currency.
        const again = providerAmountOf(provider, currency, 10_000, decimalsOf(currency)) as number
        expect(BigInt(amount) * BigInt(again)).toBe(BigInt(found) * 10_000n)
      },
    ),
  )
})

test('an invoice is paid as long as something is due', () => {
  const due = (dueCents: number, status: InvoiceStatus = 'final') =>
    amountToPay({ status, currency: 'EUR', balance: { dueCents } }, 'stripe', 2)
  expect([due(11_900), due(1, 'paid'), due(0), due(-1)]).toEqual([11_900, 1, 'nothingToPay', 'nothingToPay'])
  for (const status of ['draft', 'void', 'paid'] as const) expect(due(0, status)).toBe('notPayable')
})

const said = {
  checkoutReference: 'cs_1',
  invoiceId: 'i',
  isLive: true,
  currency: 'EUR',
  providerAmount: 11_900,
  paymentReference: 'pi_1',
  merchantAccount: null,
}
const checkout = {
  invoiceId: 'i',
  status: 'open' as const,
  reference: 'cs_1',
  currency: 'EUR',
  providerAmount: 11_900,
}
const expected = {
  isLive: true,
  merchantAccount: 'M',
  checkout,
  invoice: { status: 'final', balance: { dueCents: 11_900 } },
  isRecorded: false,
} as const
const paid = { status: 'paid', balance: { dueCents: 0 } } as const

describe('a payment', () => {
  test.each([
    ['settled', said, expected],
    ['settled', { ...said, checkoutReference: null, invoiceId: null, isLive: null }, expected],
    ['settled', said, { ...expected, checkout: { ...checkout, status: 'opening' as const, reference: null } }],
    ['settled', said, { ...expected, checkout: { ...checkout, status: 'expired' as const } }],
    ['unknown_checkout', said, undefined],
    ['other_invoice', { ...said, invoiceId: 'j' }, expected],
    ['other_checkout', { ...said, checkoutReference: 'cs_2' }, expected],
    ['settled', { ...said, merchantAccount: 'M' }, expected],
    ['other_account', { ...said, merchantAccount: 'N' }, expected],
    ['other_account', { ...said, merchantAccount: 'acct_1' }, { ...expected, merchantAccount: null }],
    ['other_mode', { ...said, isLive: false }, expected],
    ['other_currency', { ...said, currency: 'USD' }, expected],
    ['other_amount', { ...said, providerAmount: 11_899 }, expected],
    ['other_amount', { ...said, providerAmount: 11_901 }, expected],
    ['invoice_void', said, { ...expected, invoice: { status: 'void' as const, balance: { dueCents: 0 } } }],
    ['repeated', said, { ...expected, isRecorded: true, invoice: paid }],
    ['invoice_paid', said, { ...expected, invoice: paid }],
    ['settled', said, { ...expected, invoice: { status: 'paid' as const, balance: { dueCents: 1 } } }],
  ] as const)('is %s', (outcome, told, known) => {
    expect(judgePayment(told, known)).toBe(outcome)
  })

  test('settles nothing but an invoice of which something is due, by the very amount and currency that were asked for', () => {
    const any = fc.record({
      status: fc.constantFrom(...invoiceStatuses),
      dueCents: fc.constantFrom(0, 5_000),
      checkoutStatus: fc.constantFrom(...checkoutStatuses),
      amount: fc.integer({ min: 11_898, max: 11_902 }),
      currency: fc.constantFrom('EUR', 'USD'),
      invoiceId: fc.constantFrom('i', 'j', null),
      isLive: fc.constantFrom(true, false, null),
    })
    fc.assert(
      fc.property(any, ({ status, dueCents, checkoutStatus, amount, currency, invoiceId, isLive }) => {
        const told = { ...said, providerAmount: amount, currency, invoiceId, isLive }
        const invoice = { status, balance: { dueCents } }
        const judged = judgePayment(told, { ...expected, checkout: { ...checkout, status: checkoutStatus }, invoice })
        const isRight = amount === 11_900 && currency === 'EUR' && invoiceId !== 'j' && isLive !== false
        expect(judged === 'settled').toBe(isRight && status !== 'void' && dueCents > 0)
      }),
    )
  })
})

test('attempts to end a checkout come later and later, an hour apart at most', () => {
  expect([0, 1, 2, 5, 6, 60].map(pauseMs)).toEqual([60_000, 120_000, 240_000, 1_920_000, 3_600_000, 3_600_000])
})

describe('keys', () => {
  const stripe = { provider: 'stripe', apiKey: 'sk_live_a1', webhookSecret: 'whsec_12345678' } as const
  const adyen = { provider: 'adyen', apiKey: 'AQE', webhookSecret: 'a'.repeat(64), merchantAccount: 'M' } as const
  const wrongIn = (given: Parameters<typeof faultsOfKeys>[0], isFirst = true) =>
    faultsOfKeys(given, isFirst).map(({ path }) => path)

  test('are judged by the forms of each provider', () => {
    expect([wrongIn(stripe), wrongIn(adyen)]).toEqual([[], []])
    expect(wrongIn({ provider: 'stripe' })).toEqual(['apiKey'])
    expect(wrongIn({ provider: 'stripe' }, false)).toEqual([])
    expect(wrongIn({ ...stripe, apiKey: 'pk_live_a1', webhookSecret: 'sk_live_a1' })).toEqual([
      'apiKey',
      'webhookSecret',
    ])
    expect(wrongIn({ ...stripe, merchantAccount: 'M', livePrefix: 'p' })).toEqual(['merchantAccount', 'livePrefix'])
    expect(wrongIn({ ...adyen, webhookSecret: `${'a'.repeat(63)}x` })).toEqual(['webhookSecret'])
    expect(wrongIn({ provider: 'adyen' })).toEqual(['apiKey', 'merchantAccount'])
  })

  test('of another mode, merchant account or live prefix are of another account', () => {
    const live = { isLive: true, merchantAccount: null, livePrefix: null }
    const test = { isLive: false, merchantAccount: 'M', livePrefix: null }
    expect(isOtherAccount(stripe, live)).toBe(false)
    expect(isOtherAccount({ provider: 'stripe', webhookSecret: 'whsec_87654321' }, live)).toBe(false)
    expect(isOtherAccount({ ...stripe, apiKey: 'sk_test_a1' }, live)).toBe(true)
    expect(isOtherAccount(adyen, test)).toBe(false)
    expect(isOtherAccount({ ...adyen, merchantAccount: 'N' }, test)).toBe(true)
    const prefixed = { isLive: true, merchantAccount: 'M', livePrefix: '1797a841fbb37ca7-N' }
    expect(isOtherAccount({ ...adyen, livePrefix: '1797a841fbb37ca7-O' }, prefixed)).toBe(true)
    expect(isOtherAccount({ ...adyen, livePrefix: null }, prefixed)).toBe(true)
  })

  test('report whether payments are money', () => {
    expect(isLiveBy(stripe, false)).toBe(true)
    expect(isLiveBy({ ...stripe, apiKey: 'rk_test_a1' }, true)).toBe(false)
    expect(isLiveBy({ provider: 'stripe' }, true)).toBe(true)
    expect(isLiveBy({ ...adyen, livePrefix: '1797a841fbb37ca7-N' }, false)).toBe(true)
    expect([isLiveBy({ ...adyen, livePrefix: null }, true), isLiveBy(adyen, true)]).toEqual([false, true])
  })
})
