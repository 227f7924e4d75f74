import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { deliverWebhooks } from '../../domains/record/webhooks/jobs/deliver-webhooks.ts'
import type { WebhookParts } from '../../domains/record/webhooks/deliver-in-turn.ts'
import { loopbackSite } from '../network/loopback-site.ts'
import { scheduledContext } from '../jobs/scheduled.ts'
import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type Answer = (response: ServerResponse, request: Received) => unknown
const arrived: Answer = (response) => response.writeHead(204).end()

/** A receiver of webhooks on loopback that keeps what it got, and answers each path as the test says; else 204. */
export const webhookReceiver = async () => {
  const received: Received[] = []
  const answers = new Map<string, Answer>()
  const heard = new Set<() => void>()
  const site = await loopbackSite((request, response) => {
    text(request).then(
      (body) => {
        const one = { path: request.url!, headers: request.headers, body }
        received.push(one)
        for (const tell of heard) tell()
        return (answers.get(one.path) ?? arrived)(response, one)
      },
      // A sender that breaks off has sent nothing.
      () => response.destroy(),
    )
  })
  const to = (path: string) => received.filter((one) => one.path === path)
  return {
    ...site,
    to,
    /** The types that came to a path, in order. */
    typesTo: (path: string) => to(path).map(({ body }) => (JSON.parse(body) as { type: string }).type),
    answer: (path: string, answer: Answer) => void answers.set(path, answer),
    /** Resolves as soon as a path has got so many messages. */
    until: async (path: string, messages: number) => {
      while (to(path).length < messages) {
        const { promise, resolve } = Promise.withResolvers<void>()
        heard.add(resolve)
        await promise
        heard.delete(resolve)
      }
    },
  }
}

/** One look of the schedule, until nothing is due. */
export const deliver = (
  { parts }: TestServer,
  signal = scheduledContext.signal,
  settings: Pick<WebhookParts, 'waitingMost'> = {},
) => deliverWebhooks({ ...parts, ...settings }, { ...scheduledContext, signal })

/** As if all pauses were over. */
export const afterPauses = async (server: TestServer) => {
  await asOwner(server, `update webhook set rests_until = now(), next_due_at = least(next_due_at, now())`)
  await asOwner(server, `update webhook_delivery set next_attempt_at = now() where status = 'waiting'`)
}
