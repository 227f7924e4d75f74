import { setTimeout as delay } from 'node:timers/promises'
import { webhooks as contract } from '../../../../domains/record/webhooks/contract.ts'
import { defined, type Client, type Reply } from '../../client/client.ts'
import { atelier } from '../../program/command.ts'
import { failed, usage } from '../../failure.ts'
import { chooseId, shortId } from '../../ids.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'
import { webhookNamed } from './webhooks.ts'

type Delivery = Reply<typeof contract.listWebhookDeliveries>[number]
type Detail = Reply<typeof contract.getWebhookDelivery>

/** `atelier webhooks deliveries`: prints the newest deliveries, or every attempt at a delivery. */
export const showDeliveries = async (
  { client, output }: Session,
  named: string,
  delivery: string | undefined,
  { status, limit }: { readonly status?: Delivery['status']; readonly limit: string },
): Promise<void> => {
  if (!/^[1-9]\d{0,2}$/.test(limit)) throw usage(`--limit is ${printable(limit)}. Give a number from 1 to 999.`)
  const at = await client()
  const id = await webhookNamed(at, named)
  if (delivery !== undefined) {
    const found = await at.call(contract.getWebhookDelivery, {
      params: { id, deliveryId: await deliveryNamed(at, id, delivery) },
    })
    output.show(found, [lineOf(found), ...found.attemptLog.flatMap(attemptLines)])
    return
  }
  const query = defined({ limit: Number(limit), status })
  const rows = await at.call(contract.listWebhookDeliveries, { params: { id }, query })
  output.show(rows, rows.map(lineOf))
}

/** `atelier webhooks replay`: sends one delivery, or the events of a period, again. */
export const replay = async (
  { client, output }: Session,
  named: string,
  delivery: string | undefined,
  { from, until }: { readonly from?: string; readonly until?: string },
): Promise<void> => {
  if ((delivery === undefined) === (from === undefined))
    throw usage('Say what to send again: a delivery, or --from with the beginning of a period.')
  const at = await client()
  const id = await webhookNamed(at, named)
  if (from !== undefined) {
    const body = { from: timeOf('--from', from), ...(until !== undefined && { until: timeOf('--until', until) }) }
    const row = await at.call(contract.replayWebhookEvents, { params: { id }, body })
    output.show(row, `Events from ${body.from} until ${row.replayingUntil} are sent again.`)
    return
  }
  const deliveryId = await deliveryNamed(at, id, delivery!)
  const row = await at.call(contract.replayWebhookDelivery, { params: { id, deliveryId } })
  output.show(row, `It is sent again as delivery ${shortId(row.id)}.`)
}

const timeOf = (option: string, text: string) => {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw usage(`${option} is ${printable(text)}. Give a time such as 2026-03-04T10:00:00Z.`)
  return new Date(time).toISOString()
}

const lookEveryMs = 500
const looksMost = 120

/** `atelier webhooks test`: sends a message, and prints the answer. */
export const testOne = async ({ client, output, signal }: Session, named: string): Promise<void> => {
  const at = await client()
  const id = await webhookNamed(at, named)
  const { id: deliveryId } = await at.call(contract.testWebhook, { params: { id } })
  const ended = await endOf(at, { id, deliveryId }, signal)
  for (const line of ended.attemptLog.flatMap(attemptLines)) output.print(line)
  if (ended.status === 'waiting')
    throw failed(
      'webhook_test_waits',
      `It was not sent within a minute. ${atelier} webhooks deliveries says more.`,
      ended,
    )
  if (ended.status === 'failed')
    throw failed('webhook_test_failed', ended.error ?? 'The message did not arrive.', ended)
  output.show(ended, 'The message has arrived.')
}

/** A delivery once it is over, or as it is after a minute. */
const endOf = async (client: Client, params: Record<'id' | 'deliveryId', string>, signal: AbortSignal) => {
  for (let looks = 1; ; looks += 1) {
    const found = await client.call(contract.getWebhookDelivery, { params })
    if (found.status !== 'waiting' || looks >= looksMost) return found
    await delay(lookEveryMs, undefined, { signal })
  }
}

const deliveryNamed = (client: Client, id: string, named: string) =>
  chooseId(named, client.every(contract.listWebhookDeliveries, { params: { id } }), {
    one: 'delivery',
    many: 'deliveries',
    list: `${atelier} webhooks deliveries`,
    describe: ({ eventType, createdAt }) => `${eventType} ${createdAt}`,
  })

const lineOf = ({ id, createdAt, kind, eventType, status, attempts, responseStatus, nextAttemptAt }: Delivery) => {
  const answer = responseStatus === null ? '' : ` · answered ${responseStatus}`
  const next = nextAttemptAt ? ` · again after ${nextAttemptAt.slice(0, 16)}` : ''
  const title = kind === 'event' ? eventType : `${eventType} (${kind})`
  return `${shortId(id)}  ${createdAt.slice(0, 16)}  ${printable(title)} · ${status} · ${attempts} attempts${answer}${next}`
}

const attemptLines = ({ number, attemptedAt, durationMs, ...answer }: Detail['attemptLog'][number]) => [
  `  ${number}. ${attemptedAt.slice(0, 19)} · ${answer.responseStatus ?? 'no answer'} in ${durationMs} ms`,
  ...[answer.error, answer.responseHead].flatMap((text) => (text === null ? [] : [`     ${printable(text)}`])),
]
