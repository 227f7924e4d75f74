import { payments as contract } from '../../../../domains/billing/payments/contract.ts'
import type { Reply } from '../../client/client.ts'
import { atelier } from '../../command.ts'
import { failed } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { readKey } from '../../terminal/read-key.ts'
import { printable } from '../../terminal/text.ts'

type State = Reply<typeof contract.getPaymentProvider>
type Notice = Reply<typeof contract.listPaymentNotices>[number]

interface ConnectOptions {
  readonly merchantAccount?: string
  readonly livePrefix?: string
  readonly webhookSecret?: boolean
  readonly stdin?: boolean
}

/** `atelier payments`: the provider of the workspace, and where it sends its webhooks. */
export const showPayments = async (session: Session): Promise<void> => {
  const client = await session.client()
  show(session, await client.call(contract.getPaymentProvider))
}

/** `atelier payments connect`: stores the API key, or the secret of the webhook. */
export const connectPayments = async (
  session: Session,
  provider: 'stripe' | 'adyen',
  { merchantAccount, livePrefix, webhookSecret = false, stdin = false }: ConnectOptions,
): Promise<void> => {
  const client = await session.client()
  const what = webhookSecret ? 'Secret of the webhook' : `Key of ${provider}`
  const secret = await readKey(`${what} (not shown) `, stdin, session.signal)
  const body = {
    provider,
    ...(webhookSecret ? { webhookSecret: secret } : { apiKey: secret }),
    ...(merchantAccount !== undefined && { merchantAccount }),
    ...(livePrefix !== undefined && { livePrefix }),
  }
  const state = await client.call(contract.connectPaymentProvider, { body })
  show(session, state)
  if (state.takesPayments) return
  session.output.say(
    `Make a webhook for that address at ${provider}, then store its secret: ${atelier} payments connect ${provider} --webhook-secret`,
  )
}

/** `atelier payments test`: ends with 1 where the provider does not take the key. */
export const testPayments = async ({ client, output }: Session): Promise<void> => {
  const tested = await (await client()).call(contract.testPaymentProvider)
  if (!tested.works)
    throw failed('payment_provider_refuses', `The provider refuses the key: ${printable(tested.reason!)}`, tested)
  output.document(tested)
  output.print('The provider takes the key.')
}

/** `atelier payments disconnect`: open pages to pay on are closed. */
export const disconnectPayments = async (session: Session): Promise<void> => {
  const client = await session.client()
  show(session, await client.call(contract.disconnectPaymentProvider))
}

/** `atelier payments list`: payments that providers reported, newest first. */
export const listPayments = async (
  { client, output }: Session,
  { outcome }: { readonly outcome?: Notice['outcome'] },
): Promise<void> => {
  const rows: Notice[] = []
  const query = { ...(outcome && { outcome }) }
  for await (const row of (await client()).every(contract.listPaymentNotices, { query })) rows.push(row)
  output.document(rows)
  if (rows.length === 0) output.print('There are no such payments.')
  for (const row of rows) output.print(noticeText(row))
}

const noticeText = ({ createdAt, provider, paymentReference, providerAmount, currency, ...row }: Notice) =>
  [
    createdAt.slice(0, 16).replace('T', ' '),
    `${provider} ${printable(paymentReference)}`,
    `${providerAmount} ${printable(currency)}`,
    row.outcome,
    ...(row.reason === null ? [] : [row.reason]),
    ...(row.invoiceId === null ? [] : [`invoice ${row.invoiceId.slice(-8)}`]),
  ].join(' · ')

const show = ({ output }: Session, state: State) => {
  output.document(state)
  if (state.provider === null) {
    output.print('No payment provider is connected.')
    return
  }
  const mode = state.live ? 'live' : 'test mode'
  const key = state.apiKeyEnding === null ? '' : `, key …${printable(state.apiKeyEnding)}`
  const takes = state.takesPayments ? 'takes payments' : 'takes no payments: the webhook has no secret yet'
  output.print(`${state.provider} (${mode}${key}) · ${takes}`)
  if (state.webhookUrl !== null) output.print(`  webhooks go to ${printable(state.webhookUrl)}`)
}
