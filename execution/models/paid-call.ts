import type { ServerResponse } from 'node:http'
import type { Transaction } from '../../platform/db/transaction.ts'
import { CapReached, type Payer, PriceUnknown } from './budget.ts'
import { failureOf, type ModelFailure } from './failure.ts'
import { callOf, callProvider, observed, refuse, reserveIn } from './gateway.ts'
import type { ModelGateway } from './route.ts'
import { shapes } from './shapes/index.ts'
import { toldFailure } from './told-failure.ts'

/** One call from outside of a sandbox, in the shape of the endpoint, which is answered once and not kept. */
export interface PaidCall {
  readonly id: string
  /**
   * Holds the most that it can cost in every budget of its payer, and records it as open. Where that throws, roll back
   * and give the error to `refused`.
   */
  reserve(tx: Transaction): Promise<void>
  /** What a cap refused, recorded; any other error is thrown on. */
  refused(error: unknown): Promise<ModelFailure>
  /**
   * Sends it once it is reserved, writes the answer as it comes, and settles it before the last byte. When the response
   * closes, the call to the endpoint ends. Throws a ModelFailure, in words of ours, as long as no byte is written; after
   * that it writes it as the last event.
   */
  relay(response: ServerResponse): Promise<void>
}

/** Judges a request, given as the value of its JSON. Throws ModelFailure 400 that names the first field that is wrong. */
export const openCall = ({ parts }: ModelGateway, payer: Payer, body: object): PaidCall => {
  const { provider } = parts
  const shape = shapes[provider.shape]
  const outgoing = shape.prepare(body, { ...provider, takesPictures: true }, payer.taskId ?? payer.runId)
  const call = callOf(parts, payer, outgoing)
  return {
    id: call.id,
    reserve: (tx) => reserveIn(tx, provider, call),
    refused: async (error) => {
      if (error instanceof CapReached || error instanceof PriceUnknown) return refuse(parts, call, error)
      throw error
    },
    relay: async (response) => {
      const cancel = new AbortController()
      const gone = () => cancel.abort()
      response.once('close', gone)
      if (response.destroyed) gone()
      const signal = AbortSignal.any([cancel.signal, AbortSignal.timeout(parts.callMs)])
      try {
        await observed(parts, call, () => callProvider(parts, call, response, signal))
      } catch (error) {
        const failure = failureOf(error)
        if (failure.code === 'internal') parts.log.error({ err: error }, 'A model call failed')
        if (response.destroyed) return
        if (!response.headersSent) throw toldFailure(failure)
        response.end(shape.errorEvent(toldFailure(failure)))
      } finally {
        response.off('close', gone)
      }
    },
  }
}
