/** The values of the form, as typed. */
export interface TypedKeys {
  readonly provider: 'stripe' | 'adyen'
  readonly apiKey: string
  readonly webhookSecret: string
  readonly merchantAccount: string
  readonly livePrefix: string
}

const visible = /^[\x21-\x7e]{0,500}$/
const needed = 'missing'
type KeyErrors = Partial<Record<keyof TypedKeys, 'missing' | 'visible' | 'accountWrong' | 'prefixWrong'>>

/** The faults of the fields; the API key and the account are needed if nothing is connected yet. */
export const keyErrors = (typed: TypedKeys, isConnected: boolean): KeyErrors => {
  const { provider, apiKey, webhookSecret, merchantAccount, livePrefix } = typed
  const isAdyen = provider === 'adyen'
  const lacks = (text: string) => !isConnected && text === ''
  return {
    ...(lacks(apiKey) ? { apiKey: needed } : !visible.test(apiKey) && { apiKey: 'visible' }),
    ...(!visible.test(webhookSecret) && { webhookSecret: 'visible' }),
    ...(isAdyen &&
      (lacks(merchantAccount)
        ? { merchantAccount: needed }
        : !/^[A-Za-z0-9_-]{0,80}$/.test(merchantAccount) && { merchantAccount: 'accountWrong' })),
    ...(isAdyen && !/^([0-9a-f]{16}-[A-Za-z0-9]{1,50})?$/.test(livePrefix) && { livePrefix: 'prefixWrong' }),
  }
}

/** The request's values: an empty field stays as it is, and an emptied live prefix leads to the test platform. */
export const keysIn = ({ provider, apiKey, webhookSecret, merchantAccount, livePrefix }: TypedKeys) => ({
  provider,
  ...(apiKey !== '' && { apiKey }),
  ...(webhookSecret !== '' && { webhookSecret }),
  ...(provider === 'adyen' && {
    ...(merchantAccount !== '' && { merchantAccount }),
    livePrefix: livePrefix === '' ? null : livePrefix,
  }),
})
