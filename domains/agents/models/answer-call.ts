import type { Caller } from '../../../platform/access/index.ts'
import type { InTransaction, Transaction } from '../../../platform/db/transaction.ts'
import { type Relay, type Subject, Refusal } from '../../../platform/handler/index.ts'
import { calledModel, callableModels, type CallForm } from './callable-models.ts'
import { prepareCall } from './prepare-call.ts'
import { fallbackModels, relayWithFallbacks } from './relay-with-fallbacks.ts'
import { areCapsSet, capCalls, type CapParts } from './cap-calls.ts'
import { offeredBy, type ModelParts } from './offered-models.ts'
import { policyByDefault } from './rules/call-policy.ts'
import { findCallPolicy } from './store.ts'
import { modelEndpoints } from './store-endpoints.ts'
import { ModelFailure, codeForCaller } from '../../../execution/models/index.ts'

export type CallParts = ModelParts & CapParts

/** The shared part of the three operations that call a model; they differ in their shape. */
interface CallInput<Reply> {
  readonly body: { readonly model: string }
  readonly caller: Pick<Caller, 'workspaceId' | 'userId' | 'task'>
  readonly fail: Readonly<Record<'capabilityDisabled' | 'modelNotFound', () => never>>
  readonly read: InTransaction
  readonly commit: (work: (end: CallCommit<Reply>) => Promise<Reply>) => Promise<Reply>
}

interface CallCommit<Reply> {
  readonly tx: Transaction
  readonly ok: (relay: Relay, about: Subject) => Reply
}

/** Calls the model that a request names, or one in its place, for a caller who speaks `shape`. */
export const answerCall = async <Reply>(
  parts: CallParts,
  shape: CallForm,
  { body, caller, fail, read, commit }: CallInput<Reply>,
): Promise<Reply> => {
  const [endpoints, found, areSet] = await read((tx) =>
    Promise.all([
      modelEndpoints(tx),
      findCallPolicy(tx),
      // A run sets its caps itself.
      caller.task ? true : areCapsSet(tx, parts, caller.workspaceId),
    ]),
  )
  const models = callableModels(offeredBy(parts), endpoints)
  const model = calledModel(models, body.model, shape)
  if (model === 'disabled') return fail.capabilityDisabled()
  if (model === 'unknown') return fail.modelNotFound()
  if (!areSet) await capCalls(parts, caller.workspaceId)
  const asking = { shape, caller, read, body, policy: found ?? policyByDefault }
  const call = await prepareCall(parts, { ...asking, model }).catch(refuseCall)
  // A vector of another model means something else, and a count belongs to one model.
  const next = shape === 'embeddings' || shape === 'token_count' ? [] : fallbackModels(models, asking, body.model)
  const metadata = { model: model.id, shape, ...(next.length > 0 && { next: next.map(({ id }) => id) }) }
  const about: Subject = { resource: ['model_call', call.record.id], metadata }
  const relay: Relay = (response) => relayWithFallbacks(parts, asking, call, next)(response).catch(refuseCall)
  const reserved = commit(async ({ tx, ok }) => {
    await call.ledger.reserveIn(tx, call.record)
    return ok(relay, about)
  })
  return reserved.catch(async (error: unknown) => {
    // The call is not sent, so this code has to release its reservation.
    try {
      return refuseCall(await call.ledger.refused(call.record, error))
    } finally {
      await call.close()
    }
  })
}

/** Where the endpoint names no time of its own. */
const usualRetrySeconds = 10

/** Ends a request in its call's refusal, in the form of its operation; any other error is thrown on. */
const refuseCall = (error: unknown): never => {
  throw error instanceof ModelFailure ? refusalOf(error) : error
}

/** A failure as the router answers it, in the form of the operation. */
const refusalOf = (failure: ModelFailure): Refusal => {
  const { status, message, retryAfterMs } = failure
  const usual = [502, 504].includes(status) ? usualRetrySeconds : undefined
  const retryAfterSeconds = retryAfterMs === undefined ? usual : Math.ceil(retryAfterMs / 1000)
  const wait = retryAfterSeconds !== undefined && { retryAfterSeconds }
  return new Refusal({ status, code: codeForCaller(failure), message, ...wait })
}
