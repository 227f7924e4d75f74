import type { ShapeName } from '../../../execution/models/index.ts'
import type { Caller } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Relay, Subject } from '../../../platform/handler/index.ts'
import { calledModel, callableModels } from './callable.ts'
import { callOfCaller } from './called.ts'
import type { Read } from './endpoint-provider.ts'
import { offeredBy, type ModelParts } from './offered.ts'
import { modelEndpoints } from './store-endpoints.ts'

/** What the three operations that call a model have in common; they differ in the shape that they speak. */
interface Asked<Reply> {
  readonly body: { readonly model: string }
  readonly caller: Pick<Caller, 'workspaceId' | 'task'>
  readonly fail: Readonly<Record<'capabilityDisabled' | 'modelNotFound', () => never>>
  readonly read: Read
  readonly commit: (work: (end: Ending<Reply>) => Promise<Reply>) => Promise<Reply>
}

interface Ending<Reply> {
  readonly tx: Transaction
  readonly ok: (relay: Relay, about: Subject) => Reply
}

/** Calls the model that a request names, for a caller who speaks `shape`. */
export const answerCall = async <Reply>(
  parts: ModelParts,
  shape: ShapeName,
  { body, caller, fail, read, commit }: Asked<Reply>,
): Promise<Reply> => {
  const models = callableModels(offeredBy(parts), await read(modelEndpoints))
  const model = calledModel(models, body.model, shape)
  if (model === 'disabled') return fail.capabilityDisabled()
  if (model === 'unknown') return fail.modelNotFound()
  const call = await callOfCaller(parts, { model, shape, caller, read, body })
  const reserved = commit(async ({ tx, ok }) => {
    await call.reserve(tx)
    return ok(call.relay, call.subject)
  })
  return reserved.catch(async (error: unknown) => {
    throw await call.refused(error)
  })
}
