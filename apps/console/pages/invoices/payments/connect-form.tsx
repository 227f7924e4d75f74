import { connectPaymentProvider, type getPaymentProvider } from '../../../../../domains/billing/payments/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { inputOf } from '../../../parts/forms/draft-field.tsx'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useCoreWords } from '../../../words/core/index.ts'
import { useMoneyWords } from '../../../words/money/index.ts'

/** The state of the workspace's provider, if one is connected. */
export type ConnectedState = Reply<typeof getPaymentProvider> & { readonly provider: 'stripe' | 'adyen' }

interface ConnectFormProps {
  readonly connected?: ConnectedState
  readonly onDone?: () => void
}

const secret = { type: 'password', autoComplete: 'off', className: 'input mono' } as const

/** Connects a provider, or stores other keys for the connected provider. Typed values are stored nowhere else. */
export const ConnectForm = ({ connected, onDone }: ConnectFormProps) => {
  const { payments: words, codes } = useMoneyWords()
  const { cancel } = useCoreWords()
  const form = useForm<typeof connectPaymentProvider, TypedKeys>(connectPaymentProvider, {
    saved: {
      provider: connected?.provider ?? 'stripe',
      apiKey: '',
      webhookSecret: '',
      merchantAccount: connected?.merchantAccount ?? '',
      livePrefix: connected?.livePrefix ?? '',
    },
    isNew: true,
    check: (typed) =>
      Object.fromEntries(
        Object.entries(keyErrors(typed, connected !== undefined)).map(([name, fault]) => [name, words[fault]]),
      ),
    body: keysIn,
    ...(onDone && { then: onDone }),
  })
  const { provider } = form.fields
  const field = (name: Exclude<keyof TypedKeys, 'provider'>, label: string, hint?: string) => ({
    ...inputOf(form, name),
    label,
    ...(hint !== undefined && { hint }),
    onChange: (event: { readonly target: { readonly value: string } }) => form.set(name, event.target.value.trim()),
  })
  return (
    <Form className="panel pad stack-16 connect" error={form.error} onSubmit={form.submit}>
      <div>
        <h2>{connected ? words.keysTitle : words.connectTitle}</h2>
        <p className="soft">{connected ? words.keysText : words.connectText}</p>
      </div>
      {connected ? null : (
        <ol className="connect-steps">
          {words.connectSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {connected ? null : (
        <SelectField
          name="provider"
          label={words.provider}
          value={provider}
          onChange={(event) => form.set('provider', event.target.value as TypedKeys['provider'])}
        >
          <option value="stripe">{words.names.stripe}</option>
          <option value="adyen">{words.names.adyen}</option>
        </SelectField>
      )}
      <TextField {...field('apiKey', words.apiKey, words.apiKeyHints[provider])} {...secret} />
      {provider === 'adyen' ? (
        <>
          <TextField {...field('merchantAccount', words.account)} maxLength={80} />
          <TextField {...field('livePrefix', words.prefix, words.prefixHint)} maxLength={67} className="input mono" />
        </>
      ) : null}
      {connected ? (
        <TextField {...field('webhookSecret', words.webhookSecret, words.webhookSecretHints[provider])} {...secret} />
      ) : null}
      <FormFoot
        of={form}
        verb={connected ? words.saveKeys : words.connect}
        pendingText={words.connecting}
        codes={codes}
      >
        {onDone ? <Button onClick={onDone}>{connected ? words.keep : cancel}</Button> : null}
      </FormFoot>
    </Form>
  )
}

/** The values of the form, as typed. */
interface TypedKeys {
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
const keyErrors = (typed: TypedKeys, isConnected: boolean): KeyErrors => {
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
const keysIn = ({ provider, apiKey, webhookSecret, merchantAccount, livePrefix }: TypedKeys) => ({
  provider,
  ...(apiKey !== '' && { apiKey }),
  ...(webhookSecret !== '' && { webhookSecret }),
  ...(provider === 'adyen' && {
    ...(merchantAccount !== '' && { merchantAccount }),
    livePrefix: livePrefix === '' ? null : livePrefix,
  }),
})
