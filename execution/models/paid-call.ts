import type { ServerResponse } from 'node:http'
import { type Call, callOf, type GatewayParts } from './call.ts'
import { failureOf, isOwnFailure, failureForCaller } from './failure.ts'
import { callProvider, measureCall, noteLeftOut } from './gateway.ts'
import type { Ledger, NewCall } from './ledger.ts'
import { translatedReply } from './reply.ts'
import type { ModelGateway } from './route.ts'
import { type ShapeName, shapes } from './shapes/index.ts'
import { translateRequest } from './translation/index.ts'
import { withoutSealedThoughts } from './translation/thought-seals.ts'

/** One call from outside of a sandbox, in the shape of the endpoint, which is answered once and not kept. */
export interface PaidCall {
  /** As its ledger records it: reserve it there before it is sent. */
  readonly record: NewCall
  /**
   * Sends it, writes the answer as it comes, and settles it before the last byte. When the response closes, or
   * `deadline` aborts, the call to the endpoint ends. Throws a ModelFailure, in words of ours, as long as no byte is
   * written; after that it writes it as the last event. Without a `deadline` it has the time for a single call.
   */
  relay(response: ServerResponse, deadline?: AbortSignal): Promise<void>
}

interface CallOptions {
  /** The shape of the request, and of its answer. */
  readonly spoken: ShapeName
  /** The call that this call replaces. */
  readonly insteadOf?: string | undefined
}

/**
 * Judges a request in the shape `spoken`, passed as a JSON value, and converts it into the shape of the endpoint.
 * Throws ModelFailure 400 that names the first field that is wrong, or that the endpoint's shape has no form for.
 */
export const openCall = ({ parts }: ModelGateway, ledger: Ledger, body: object, options: CallOptions): PaidCall =>
  paidCall(parts, ledger, preparedCall(parts, ledger, body, options))

/** A judged call, for the code that reserves and relays it. */
export const paidCall = (parts: GatewayParts, ledger: Ledger, call: Call): PaidCall => ({
  record: call,
  relay: (response, deadline) => relay(parts, ledger, call, response, deadline),
})

const relay = async (
  parts: GatewayParts,
  ledger: Ledger,
  call: Call,
  response: ServerResponse,
  deadline = AbortSignal.timeout(parts.callMs),
) => {
  const cancel = new AbortController()
  // An answer that is whole closes as well, while it is settled.
  const gone = () => {
    if (!response.writableFinished) cancel.abort()
  }
  response.once('close', gone)
  noteLeftOut(response, call.outgoing)
  if (response.destroyed) gone()
  const signal = AbortSignal.any([cancel.signal, deadline])
  try {
    await measureCall(parts, call, () => callProvider(parts, ledger, call, response, signal))
  } catch (error) {
    const failure = failureOf(error)
    if (isOwnFailure(failure)) parts.log.error({ err: failure.cause }, 'Model call failed')
    if (response.destroyed) return
    if (!response.headersSent) throw failureForCaller(failure)
    response.end(call.reply.errorEvent(failureForCaller(failure)))
  } finally {
    response.off('close', gone)
  }
}

/** A call as it is sent to the endpoint, from a request of the shape `spoken`. Throws ModelFailure 400. */
export const preparedCall = (
  parts: GatewayParts,
  { cacheKey }: Pick<Ledger, 'cacheKey'>,
  body: object,
  { spoken, insteadOf }: CallOptions,
): Call => {
  const { provider } = parts
  const prepare = (given: object) =>
    shapes[provider.shape].prepare(given, { ...provider, takesPictures: true }, cacheKey)
  if (spoken === provider.shape) return callOf(parts, prepare(withoutSealedThoughts(spoken, body)), { insteadOf })
  const request = translateRequest(spoken, provider.shape, body)
  const { model } = provider
  const about = { model, wantsUsage: request.wantsUsage, createdSeconds: Math.floor(Date.now() / 1_000) }
  return callOf(
    parts,
    { ...prepare(request.body), leftOut: request.leftOut, settingsLeftOut: request.settingsLeftOut },
    {
      insteadOf,
      replyIn: (callId) => {
        const id = callId.replaceAll('-', '')
        return translatedReply(provider.shape, spoken, provider.name, { id, ...about })
      },
    },
  )
}
