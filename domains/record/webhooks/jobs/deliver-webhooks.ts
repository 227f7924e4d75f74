import { setTimeout as delay } from 'node:timers/promises'
import type { ScheduledContext } from '../../../../platform/jobs/index.ts'
import { dueWebhooks, type DueWebhook } from '../store-turns.ts'
import { deliverInTurn, type WebhookParts } from '../deliver-in-turn.ts'

// Webhooks that fail have places of their own: any number of them that wait for an answer take none of the others'.
const atOnce = { healthy: 24, failing: 8 }
const lookEveryMs = 500
const lookRows = 500

/** Runs a turn for each webhook with due deliveries, many at once, until nothing is due or `signal` aborts. */
export const deliverWebhooks = async (parts: WebhookParts, { signal, log }: ScheduledContext): Promise<void> => {
  const running = new Map<string, DueWebhook>()
  const turns = new Set<Promise<void>>()
  const begin = (due: DueWebhook) => {
    running.set(due.id, due)
    const turn = deliverInTurn(parts, due, signal)
      .catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error, webhook: due.id }, 'Webhook delivery round failed; will retry')
      })
      .finally(() => {
        running.delete(due.id)
        turns.delete(turn)
      })
    turns.add(turn)
  }
  while (!signal.aborted) {
    const due = await parts.database.identity((tx) => dueWebhooks(tx, { limit: lookRows }))
    for (const one of due) if (hasRoom(running, one)) begin(one)
    if (turns.size === 0) return
    await someTime(turns, signal)
  }
  await Promise.all(turns)
}

const hasRoom = (running: ReadonlyMap<string, DueWebhook>, { id, isFailing }: DueWebhook) => {
  if (running.has(id)) return false
  const alike = [...running.values()].filter((one) => one.isFailing === isFailing).length
  return alike < (isFailing ? atOnce.failing : atOnce.healthy)
}

/** Waits until a turn ends, or half a second has passed: another webhook may be due by then. */
const someTime = async (turns: ReadonlySet<Promise<void>>, signal: AbortSignal) => {
  const over = new AbortController()
  const late = delay(lookEveryMs, undefined, { signal: AbortSignal.any([signal, over.signal]) })
  await Promise.race([...turns, late.catch(() => undefined)])
  over.abort()
}
