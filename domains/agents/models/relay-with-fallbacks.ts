import type { ServerResponse } from 'node:http'
import { ModelFailure } from '../../../execution/models/index.ts'
import type { Relay } from '../../../platform/handler/index.ts'
import { calledModel, type CallableModel } from './callable-models.ts'
import { prepareCall, type PreparedCall, type CallOfCaller } from './prepare-call.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { ModelParts } from './offered-models.ts'
import { triesNextModel, longestMs, modelsToAsk } from './rules/call-policy.ts'

type Parts = ModelParts & { readonly database: Database }
type FallbackInput = Omit<CallOfCaller, 'model' | 'insteadOf'>

/** The fallback models of a model, without models that can no longer be called. */
export const fallbackModels = (
  models: readonly CallableModel[],
  { policy, shape }: Pick<FallbackInput, 'policy' | 'shape'>,
  id: string,
): CallableModel[] =>
  modelsToAsk(policy, id)
    .slice(1)
    .map((next) => calledModel(models, next, shape))
    .filter((found) => typeof found === 'object')

/**
 * Sends a reserved call; if its model does not answer, the next is asked, as long as no byte is written, the caller is
 * connected and the call's time is not over. Each call is reserved and settled separately. If none answers, the caller
 * gets the failure of the requested model.
 */
export const relayWithFallbacks =
  (parts: Parts, asking: FallbackInput, asked: PreparedCall, next: readonly CallableModel[]): Relay =>
  async (response) => {
    const deadline = AbortSignal.timeout(longestMs(asking.policy, parts.gateway.parts.callMs))
    try {
      await asked.send(response, deadline)
    } catch (error) {
      if (!isPassing(error)) throw error
      for (const model of next) {
        if (response.destroyed || deadline.aborted) break
        const failure = await sendInstead(parts, { ...asking, model, insteadOf: asked.record.id }, response, deadline)
        const { log } = parts.gateway.parts
        const { workspaceId } = asking.caller
        const calls = { workspaceId, call: asked.record.id, model: asked.model, asked: model.id }
        if (!failure) {
          log.warn({ ...calls, code: error.code }, 'Fallback model answered a call')
          return
        }
        log.warn({ ...calls, code: failure.code }, 'Fallback model failed')
      }
      throw error
    }
  }

const isPassing = (error: unknown): error is ModelFailure => error instanceof ModelFailure && triesNextModel(error.code)

/** Its refusal before the first byte; undefined if it answered. */
const sendInstead = async (
  parts: Parts,
  call: CallOfCaller,
  response: ServerResponse,
  deadline: AbortSignal,
): Promise<ModelFailure | undefined> => {
  try {
    const other = await prepareCall(parts, call)
    await other.ledger.reserve(other.record).catch(async (error: unknown) => {
      await other.close()
      throw error
    })
    await other.send(response, deadline)
    return undefined
  } catch (error) {
    if (error instanceof ModelFailure) return error
    throw error
  }
}
