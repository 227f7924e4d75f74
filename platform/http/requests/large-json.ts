import type { TSchema } from 'typebox'
import { refuse } from '../../refusal/refusal.ts'
import type { InvalidField } from '../../contract/errors.ts'
import { openThread } from '../../threads/index.ts'

/** A body of more bytes than this is parsed and judged in a thread of its own. */
export const largeBytes = 256 * 1024

/** A body to judge, and the schema to judge it by. */
export interface JudgeRequest {
  /** Name of the schema: it is compiled once for each. */
  readonly name: string
  readonly schema: TSchema
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The body as its handler gets it, what its schema found wrong, or why it is no JSON that is taken. */
export interface JudgeReply {
  readonly value?: unknown
  readonly fields?: readonly InvalidField[]
  readonly unreadable?: Readonly<Record<string, unknown>>
}

/** A body that was judged already, on its way to the router. */
export class JudgedBody {
  readonly value: unknown
  readonly fields: readonly InvalidField[]

  constructor({ value, fields = [] }: JudgeReply) {
    this.value = value
    this.fields = fields
  }
}

export type LargeJson = ReturnType<typeof openLargeJson>

/** Judges large bodies one by one in a thread: cloning one into the serving thread would block as long as parsing. */
export const openLargeJson = () => {
  const module = new URL('./large-json-worker.ts', import.meta.url)
  const thread = openThread<JudgeRequest, JudgeReply>({ module, answerMs: 60_000 })
  return {
    /** Takes `bytes` away from the caller. Ends the request with 400 if they are not acceptable JSON. */
    judge: async (request: JudgeRequest) => {
      const reply = await thread.ask(request, { transfer: [request.bytes.buffer] })
      return reply.unreadable ? refuse('invalid', reply.unreadable) : new JudgedBody(reply)
    },
    close: () => thread.close(),
  }
}
