import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adyenDelivery, adyenItem } from '../../testing/payments/fake-adyen.ts'
import { stripeEvent, stripeSignature } from '../../testing/payments/fake-stripe.ts'
import { readAdyenDelivery, isSignedByAdyen, type SignedItem } from './adyen-notices.ts'
import { readStripeDelivery, isSignedByStripe } from './stripe-notices.ts'

const secret = 'whsec_test_secret'
const at = 1_795_000_000
const now = new Date(at * 1_000)
const bytes = Buffer.from('{"id":"evt_test_webhook","object":"event"}')

// Stripe's own library made it, stripe-node 23.1.0, of these bytes and this secret.
const published = 't=1795000000,v1=630d223d266c8531333e3f94d22f08a8d1c66a0ca5b248ca2e8aa02d2be9b441'

describe('a signature of Stripe', () => {
  test('made by its own library is taken, and the fake signs alike', () => {
    expect(isSignedByStripe(bytes, published, secret, now)).toBe(true)
    expect(stripeSignature(bytes, secret, at)).toBe(published)
  })

  const good = stripeSignature(bytes, secret, at)
  const [, v1] = good.split(',')
  test.each<[string, string, boolean]>([
    ['as it is', good, true],
    ['beside one by another secret', `t=${at},v1=${'0'.repeat(64)},${v1}`, true],
    ['beside one of an old scheme', `${good},v0=${'0'.repeat(64)}`, true],
    ['by another secret', stripeSignature(bytes, 'whsec_other', at), false],
    ['over another time', good.replace(String(at), String(at + 1)), false],
    ['five minutes old', stripeSignature(bytes, secret, at - 300), true],
    ['older', stripeSignature(bytes, secret, at - 301), false],
    ['without a time', v1!, false],
    ['of the old scheme alone', good.replace('v1=', 'v0='), false],
    ['cut off', good.slice(0, -1), false],
    ['empty', '', false],
  ])('%s: taken or not', (_what, header, expected) => {
    expect(isSignedByStripe(bytes, header, secret, now)).toBe(expected)
  })

  test('is not taken with two times, from the future, or with too many signatures', () => {
    const many = Array.from({ length: 17 }, () => v1).join(',')
    for (const header of [`t=1,${good}`, stripeSignature(bytes, secret, at + 301), `t=${at},${many}`, undefined])
      expect(isSignedByStripe(bytes, header, secret, now)).toBe(false)
  })

  test('fits only its own bytes, and nothing else in a header is accepted', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), fc.string(), (body, flip, noise) => {
        const sent = Buffer.from(body)
        const header = stripeSignature(sent, secret, at)
        const other = Buffer.from(body)
        other[flip % other.length]! ^= 1
        expect(isSignedByStripe(sent, header, secret, now)).toBe(true)
        expect(isSignedByStripe(other, header, secret, now)).toBe(false)
        expect(isSignedByStripe(sent, noise, secret, now)).toBe(false)
      }),
    )
  })
})

// The example of Adyen's documentation and of the tests of its libraries.
const publishedItem: SignedItem = {
  pspReference: '7914073381342284',
  originalReference: '',
  merchantAccountCode: 'TestMerchant',
  merchantReference: 'TestPayment-1407325143704',
  value: 1_130,
  currency: 'EUR',
  eventCode: 'AUTHORISATION',
  success: 'true',
  hmacSignature: 'coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=',
}
const hmacKey = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056'

describe('a signature of Adyen', () => {
  test('of the published example fits', () => {
    expect(isSignedByAdyen(publishedItem, hmacKey)).toBe(true)
    expect(isSignedByAdyen(publishedItem, hmacKey.replace('4', '5'))).toBe(false)
  })

  test.each<Partial<SignedItem>>([
    { value: 1_131 },
    { currency: 'USD' },
    { success: 'false' },
    { merchantReference: 'another' },
    { pspReference: '7914073381342285' },
    { merchantAccountCode: 'Another' },
    { eventCode: 'REFUND' },
    { originalReference: 'x' },
    { hmacSignature: '' },
    { hmacSignature: 'coqCmt' },
    // The same text to sign, with another merchant account in it.
    { merchantAccountCode: 'TestMerchant:TestPayment-1407325143704', merchantReference: '1130' },
  ])('does not fit %j', (change) => {
    expect(isSignedByAdyen({ ...publishedItem, ...change }, hmacKey)).toBe(false)
  })

  test('never fits after a field moved into the next one', () => {
    const moved = { ...publishedItem, merchantAccountCode: '', originalReference: ':TestMerchant' }
    const text = (item: SignedItem) =>
      [item.pspReference, item.originalReference, item.merchantAccountCode, item.merchantReference].join(':')
    expect(text({ ...moved, merchantReference: publishedItem.merchantReference })).not.toBe(text(publishedItem))
    expect(isSignedByAdyen(moved, hmacKey)).toBe(false)
  })
})

const ids = ['019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11', '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d12'] as const
const link = {
  id: 'PL1',
  url: 'https://x',
  status: 'active' as const,
  merchantAccount: 'M',
  expiresAt: '',
  reference: `${ids[0]}_${ids[1]}`,
  amount: { value: 11_900, currency: 'EUR' },
}
const session = {
  id: 'cs_1',
  object: 'checkout.session',
  client_reference_id: ids[0],
  payment_status: 'paid',
  payment_intent: 'pi_1',
  amount_total: 11_900,
  currency: 'eur',
  metadata: { atelier_workspace: ids[0], atelier_checkout: ids[1] },
}

describe('a delivery', () => {
  const ofStripe = (text: string) => {
    const header = stripeSignature(text, secret, at)
    return readStripeDelivery({ bytes: Buffer.from(text), header: () => header }, secret, now)
  }
  const ofAdyen = (text: string) =>
    readAdyenDelivery({ bytes: Buffer.from(text), header: () => undefined }, hmacKey, now)

  test('of Stripe is read once its signature fits, and has nothing about payments of others', () => {
    expect(ofStripe(stripeEvent(session, { id: 'evt_1' }))).toEqual([
      {
        kind: 'paid',
        eventId: 'evt_1',
        workspaceId: ids[0],
        checkoutId: ids[1],
        checkoutReference: 'cs_1',
        invoiceId: ids[0],
        isLive: false,
        paymentReference: 'pi_1',
        providerAmount: 11_900,
        currency: 'EUR',
        merchantAccount: null,
      },
    ])
    const others = [
      stripeEvent({ ...session, metadata: {} }),
      stripeEvent({ ...session, client_reference_id: null }),
      stripeEvent({ ...session, payment_status: 'unpaid' }),
      stripeEvent(session, { type: 'charge.refunded' }),
      'null',
      '[]',
      '{',
      'x',
    ]
    for (const text of others) expect(ofStripe(text)).toEqual([])
  })

  test('of Stripe about a closed page is not a payment', () => {
    for (const type of ['checkout.session.expired', 'checkout.session.async_payment_failed'])
      expect(ofStripe(stripeEvent(session, { type }))).toMatchObject([{ kind: 'ended', checkoutReference: 'cs_1' }])
  })

  test('of Adyen is refused as a whole if an item is not signed, and only the fields that it signs are read', () => {
    const item = adyenItem(link, { pspReference: 'A'.repeat(16) })
    expect(ofAdyen(adyenDelivery([item], hmacKey))).toMatchObject([
      { kind: 'paid', eventId: `${'A'.repeat(16)}:AUTHORISATION`, providerAmount: 11_900, merchantAccount: 'M' },
    ])
    const half = JSON.parse(adyenDelivery([item, item], hmacKey)) as {
      notificationItems: { NotificationRequestItem: { amount: { value: number } } }[]
    }
    half.notificationItems[1]!.NotificationRequestItem.amount.value = 1
    for (const text of [JSON.stringify(half), '{', 'null', '{"notificationItems":[]}', '[]'])
      expect(ofAdyen(text)).toBeUndefined()
    const beside = {
      notificationItems: [
        { NotificationRequestItem: { merchantReference: 'order:123' } },
        { NotificationRequestItem: null },
      ],
    }
    const { notificationItems } = JSON.parse(adyenDelivery([item], hmacKey)) as { notificationItems: unknown[] }
    expect(
      ofAdyen(JSON.stringify({ notificationItems: [...beside.notificationItems, ...notificationItems] })),
    ).toHaveLength(1)
    expect(ofAdyen(JSON.stringify(beside))).toEqual([])
    const others = [{ success: 'false' }, { eventCode: 'CAPTURE' }, { merchantReference: 'shop-17' }]
    for (const change of others) expect(ofAdyen(adyenDelivery([adyenItem(link, change)], hmacKey))).toEqual([])
  })

  test('of Adyen is taken or refused, and never thrown over, for any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(ofAdyen(text)).toBeUndefined()
      }),
    )
  })
})
