import type { InvalidField } from '../../../../platform/contract/index.ts'

/** The given keys of a provider; omitted ones stay as they were. */
export interface GivenKeys {
  readonly provider: PaymentProvider
  readonly apiKey?: string
  readonly webhookSecret?: string
  readonly merchantAccount?: string
  readonly livePrefix?: string | null
}

/** The fields of a connection that differ between accounts at a provider, or between its modes. */
interface AccountOfKeys {
  readonly isLive: boolean
  readonly merchantAccount: string | null
  readonly livePrefix: string | null
}

const stripeKey = /^(?:sk|rk)_(live|test)_[A-Za-z0-9]{1,480}$/
const wrong = (path: string, message: string): InvalidField => ({ path, message, rule: 'payment-provider' })

/** Their faults beyond their schema. `isFirst`: nothing is stored yet. */
export const faultsOfKeys = (given: GivenKeys, isFirst: boolean): InvalidField[] => {
  const { provider, apiKey, webhookSecret, merchantAccount, livePrefix } = given
  const missing = isFirst && apiKey === undefined ? [wrong('apiKey', 'is needed to connect')] : []
  if (provider === 'stripe') {
    return [
      ...missing,
      ...(apiKey !== undefined && !stripeKey.test(apiKey)
        ? [wrong('apiKey', 'is no secret or restricted key: those begin with sk_live_, rk_live_, sk_test_ or rk_test_')]
        : []),
      ...(webhookSecret !== undefined && !/^whsec_.{8,}$/.test(webhookSecret)
        ? [wrong('webhookSecret', 'is no signing secret of an endpoint: those begin with whsec_')]
        : []),
      ...(merchantAccount === undefined ? [] : [wrong('merchantAccount', 'is something that only Adyen has')]),
      ...(livePrefix == null ? [] : [wrong('livePrefix', 'is something that only Adyen has')]),
    ]
  }
  return [
    ...missing,
    ...(isFirst && merchantAccount === undefined ? [wrong('merchantAccount', 'is needed to connect Adyen')] : []),
    ...(webhookSecret !== undefined && !/^[0-9A-Fa-f]{64}$/.test(webhookSecret)
      ? [wrong('webhookSecret', 'is no HMAC key: those have 64 hexadecimal digits')]
      : []),
  ]
}

/** True if payments by these keys are money, if known. */
export const isLiveBy = ({ provider, apiKey, livePrefix }: GivenKeys, before: boolean): boolean => {
  if (provider === 'adyen') return livePrefix === undefined ? before : livePrefix !== null
  return apiKey === undefined ? before : stripeKey.exec(apiKey)?.[1] === 'live'
}

/** The account of a connection with these keys; `before` is its current account. */
export const accountBy = (given: GivenKeys, before?: AccountOfKeys): AccountOfKeys => ({
  isLive: isLiveBy(given, before?.isLive ?? false),
  merchantAccount: given.merchantAccount ?? before?.merchantAccount ?? null,
  livePrefix: given.livePrefix === undefined ? (before?.livePrefix ?? null) : given.livePrefix,
})

/** True if these keys are of another account, or another mode, than the connection has, as far as keys tell. */
export const isOtherAccount = (given: GivenKeys, before: AccountOfKeys): boolean => {
  const after = accountBy(given, before)
  return (['isLive', 'merchantAccount', 'livePrefix'] as const).some((field) => after[field] !== before[field])
}

/** By whom clients pay. Each signs its webhooks, which is what lets it settle an invoice. */
export const paymentProviders = ['stripe', 'adyen'] as const
export type PaymentProvider = (typeof paymentProviders)[number]
