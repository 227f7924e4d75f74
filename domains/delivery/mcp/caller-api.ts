import type { Operation } from '../../../platform/contract/index.ts'
import { linkedCursor, type UntypedInput } from '../../../platform/client/index.ts'
import type { OwnApi } from '../../../platform/handler/own-api.ts'
import { currentTrace, traceHeaders } from '../../../platform/telemetry/index.ts'

export interface ApiAnswer {
  readonly status: number
  readonly body: unknown
  /** The cursor of the next page of a list. */
  readonly next: string | undefined
}

/** Operations of this server, called with the credential of the message that is answered. */
export interface CallerApi {
  call(operation: Operation, input?: UntypedInput, idempotencyKey?: string): Promise<ApiAnswer>
}

export interface Message {
  readonly header: (name: string) => string | undefined
  readonly signal: AbortSignal
}

const answerMostBytes = 8 * 2 ** 20

/** The headers that identify the caller. Nothing else of the message is passed on, and above all no cookie. */
const passedOn = ['authorization', 'x-api-key', 'x-organization-id'] as const

const tooLarge = {
  error: 'The answer is larger than 8 MiB. Ask for less of it, or read it with the command line.',
  code: 'answer_too_large',
}

/** The named headers of a message that it has, with their values. */
export const sentHeaders = (header: Message['header'], names: readonly string[]): [name: string, value: string][] =>
  names.flatMap((name) => {
    const value = header(name)
    return value === undefined ? [] : [[name, value]]
  })

/** Each operation decides for itself who may call it, as for any request with this credential. */
export const callerApi = (ownApi: OwnApi, { header, signal }: Message): CallerApi => {
  const own = Object.fromEntries(sentHeaders(header, passedOn))
  return {
    call: async (operation, input = {}, idempotencyKey) => {
      const headers = {
        ...own,
        ...traceHeaders(currentTrace()),
        'user-agent': 'atelier-mcp',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      }
      const answer = await ownApi.send(operation, input, { headers, signal, answerMostBytes })
      const { status, text } = answer
      if (text === undefined) return { status: 413, body: tooLarge, next: undefined }
      return { status, body: JSON.parse(text) as unknown, next: linkedCursor(answer.header('link'), 'next') }
    },
  }
}
