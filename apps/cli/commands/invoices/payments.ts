import { payments as contract } from '../../../../domains/billing/payments/contract.ts'
import { atelier } from '../../program/command.ts'
import { failed } from '../../failure.ts'
import { defined } from '../../client/client.ts'
import type { Session } from '../../session.ts'
import { readKey } from '../../terminal/ask.ts'
import { printable } from '../../terminal/text.ts'
import { providerLines } from './texts.ts'

interface ConnectOptions {
  readonly merchantAccount?: string
  readonly livePrefix?: string
  readonly webhookSecret?: boolean
  readonly stdin?: boolean
}

/** `atelier payments connect`: stores the API key, or the secret of the webhook. */
export const connectPayments = async (
  session: Session,
  provider: 'stripe' | 'adyen',
  { merchantAccount, livePrefix, webhookSecret = false, stdin = false }: ConnectOptions,
): Promise<void> => {
  const client = await session.client()
  const secretName = webhookSecret ? 'Secret of the webhook' : `Key of ${provider}`
  const secret = await readKey(`${secretName} (not shown) `, stdin, session.signal)
  const stored = webhookSecret ? { webhookSecret: secret } : { apiKey: secret }
  const body = { provider, ...stored, ...defined({ merchantAccount, livePrefix }) }
  const state = await client.call(contract.connectPaymentProvider, { body })
  session.output.show(state, providerLines(state))
  if (state.takesPayments) return
  session.output.say(
    `Make a webhook for that address at ${provider}, then store its secret: ${atelier} payments connect ${provider} --webhook-secret`,
  )
}

/** `atelier payments test`: ends with 1 if the provider refuses the key. */
export const testPayments = async ({ client, output }: Session): Promise<void> => {
  const tested = await (await client()).call(contract.testPaymentProvider)
  if (!tested.works)
    throw failed('payment_provider_refuses', `The provider refuses the key: ${printable(tested.reason!)}`, tested)
  output.show(tested, 'The provider takes the key.')
}
