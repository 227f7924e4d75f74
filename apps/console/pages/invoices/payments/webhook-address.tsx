import { CopyButton } from '../../../parts/copy-button.tsx'
import { useMoneyWords } from '../../../words/money/index.ts'
import type { ConnectedState } from './connected-state.ts'

const stripeEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
]

/** Where the address of the webhook is to be pasted at the provider. */
export const WebhookAddress = ({ connected }: { readonly connected: ConnectedState }) => {
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
