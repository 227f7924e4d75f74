import { useState } from 'react'
import {
  disconnectPaymentProvider,
  getPaymentProvider,
  testPaymentProvider,
} from '../../../../../domains/billing/payments/contract.ts'
import { useOperation, useReply } from '../../../api/use-operation.ts'
import { Fact } from '../../../parts/text/fact.tsx'
import { Age } from '../../../parts/text/age.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { useMoneyWords } from '../../../words/money/index.ts'
import { ConnectForm, type ConnectedState } from './connect-form.tsx'
import { CopyButton } from '../../../parts/text/copy-button.tsx'

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
  const [isChanging, setChanging] = useState(false)
  const trial = useOperation(testPaymentProvider)
  return (
    <div className="payment-parts">
      {isChanging ? (
        <ConnectForm connected={connected} onDone={() => setChanging(false)} />
      ) : (
        <WebhookAddress connected={connected} />
      )}
      <section className="panel pad stack-16" aria-label={words.names[connected.provider]}>
        <Facts connected={connected} />
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
            title={words.disconnectTitle(words.names[connected.provider])}
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

const Facts = ({ connected }: { readonly connected: ConnectedState }) => {
  const { payments: words } = useMoneyWords()
  const { provider, live, merchantAccount, livePrefix, apiKeyEnding, takesPayments, lastNoticeAt } = connected
  return (
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
