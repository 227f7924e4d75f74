import type { AnyContext, AnyReplies } from '../../handler/handler.ts'
import type { Operation } from '../../contract/operation.ts'
import { Refusal } from '../../refusal/refusal.ts'
import type { ReplyValue } from '../../handler/reply.ts'

/** The ways in which an operation may end: its declared replies and errors. */
export type Outcomes = ReturnType<typeof outcomesOf>

/** Made once for each operation. */
export const outcomesOf = (operation: Operation) => ({
  replies: repliesOf(operation),
  fail: failuresOf(operation),
})

const names = { 200: 'ok', 201: 'created', 202: 'accepted' } as const

const repliesOf = ({ replies }: Operation): AnyReplies =>
  Object.fromEntries(
    ([200, 201, 202] as const).filter((status) => replies[status]).map((status) => [names[status], replyOf(status)]),
  )

const replyOf =
  (status: ReplyValue['status']): NonNullable<AnyReplies['ok']> =>
  (body, about) => ({ status, body, ...(about && { about }) })

const failuresOf = ({ errors = {} }: Operation): AnyContext['fail'] =>
  Object.fromEntries(
    Object.entries(errors).map(([name, { status, code, message, retryAfterSeconds: usual }]) => [
      name,
      (details, retryAfterSeconds = usual) => {
        throw new Refusal({
          status,
          message,
          ...(code && { code }),
          ...(details && { details }),
          ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
        })
      },
    ]),
  )
