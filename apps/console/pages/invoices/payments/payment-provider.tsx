import { useState } from 'react'
import {
  disconnectPaymentProvider,
  getPaymentProvider,
  testPaymentProvider,
  connectPaymentProvider,
} from '../../../../../domains/billing/payments/contract.ts'
import { useOperation, useReply } from '../../../api/use-operation.ts'
import { Fact } from '../../../parts/text/fact.tsx'
import { Age } from '../../../parts/text/age.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { useMoneyWords } from '../../../words/money/index.ts'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import type { Reply } from '../../../../../platform/client/index.ts'
import { inputOf } from '../../../parts/forms/draft-field.tsx'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useCoreWords } from '../../../words/core/index.ts'

/** The provider of the workspace, or the form that connects one. */
export const Provider = () => {
  const { payments: words } = useMoneyWords()
  const { provider, ...rest } = useReply(getPaymentProvider)
  const [isConnecting, setConnecting] = useState(false)
  if (provider !== null) return <ConnectedProvider connected={{ ...rest, provider }} />
  if (isConnecting) return <ConnectForm onDone={() => setConnecting(false)} />
  return <Button onClick={() => setConnecting(true)}>{words.connectOpen}</Button>
}

const ConnectedProvider = ({ connected }: { readonly connected: ConnectedState }) => {
  const { payments: words, codes } = useMoneyWords()
  const { provider, live, merchantAccount, livePrefix, apiKeyEnding, takesPayments, lastNoticeAt } = connected
  const [isChanging, setChanging] = useState(false)
  const trial = useOperation(testPaymentProvider)
  return (
    <div className="payment-parts">
      {isChanging ? (
        <ConnectForm connected={connected} onDone={() => setChanging(false)} />
      ) : (
        <WebhookAddress connected={connected} />
      )}
      <section className="panel pad stack-16" aria-label={words.names[provider]}>
        <dl className="kv">
          <Fact name={words.provider}>{words.names[provider]}</Fact>
          <Fact name={words.mode}>{live ? words.live : words.test}</Fact>
          <Fact name={words.key} className="mono">
            {apiKeyEnding === null ? words.noKey : words.keyEnds(apiKeyEnding)}
          </Fact>
          <Fact name={words.account}>{merchantAccount}</Fact>
          <Fact name={words.prefix} className="mono">
            {livePrefix}
          </Fact>
          <Fact name={words.secret}>
            <State glyph={takesPayments ? 'good' : 'wait'} tone={takesPayments ? 'plain' : 'wait'}>
              {takesPayments ? words.secretStored : words.secretMissing}
            </State>
          </Fact>
          <Fact name={words.heard}>{lastNoticeAt === null ? words.never : <Age at={lastNoticeAt} />}</Fact>
        </dl>
        <div className="line wrap">
          <Button isPending={trial.isPending} pendingText={words.trying} onClick={() => trial.mutate({})}>
            {words.tryKey}
          </Button>
          <Button onClick={() => setChanging(true)}>{words.changeKeys}</Button>
          <ConfirmButton
            variant="danger"
            label={words.disconnect}
            operation={disconnectPaymentProvider}
            input={{}}
            title={words.disconnectTitle(words.names[provider])}
            keep={words.keep}
          >
            <p>{words.disconnectText}</p>
          </ConfirmButton>
        </div>
        <Refusal error={trial.error} codes={codes} />
        {trial.data ? (
          <p role="status">{trial.data.works ? words.works : words.worksNot(trial.data.reason ?? '')}</p>
        ) : null}
      </section>
    </div>
  )
}

const stripeEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
]

/** Where the address of the webhook is to be pasted at the provider. */
const WebhookAddress = ({ connected }: { readonly connected: ConnectedState }) => {
  const { payments: words } = useMoneyWords()
  const { provider, webhookUrl, takesPayments } = connected
  return (
    <section className="panel pad stack-16" aria-label={words.where}>
      <div>
        <h2>{words.where}</h2>
        <p className="quiet">{words.address}</p>
      </div>
      {webhookUrl === null ? (
        <p>{words.webhookUnknown}</p>
      ) : (
        <div className="line">
          <code className="command">{webhookUrl}</code>
          <CopyButton text={webhookUrl} label={words.copyWebhook} />
        </div>
      )}
      <ol className="connect-steps">
        <li>
          {words.steps[provider]}
          {provider === 'stripe' ? (
            <ul>
              {stripeEvents.map((name) => (
                <li key={name} className="mono">
                  {name}
                </li>
              ))}
            </ul>
          ) : null}
        </li>
        {takesPayments ? null : <li>{words.thenSecret}</li>}
      </ol>
    </section>
  )
}

/** The state of the workspace's provider, if one is connected. */
type ConnectedState = Reply<typeof getPaymentProvider> & { readonly provider: 'stripe' | 'adyen' }

interface ConnectFormProps {
  readonly connected?: ConnectedState
  readonly onDone?: () => void
}

const secret = { type: 'password', autoComplete: 'off', className: 'input mono' } as const

/** Connects a provider, or stores other keys for the connected provider. Typed values are stored nowhere else. */
const ConnectForm = ({ connected, onDone }: ConnectFormProps) => {
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
