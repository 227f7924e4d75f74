import { handle } from '../../../../platform/handler/index.ts'
import { ModelFailure } from '../../../../execution/models/index.ts'
import { isReached } from '../../../code/projects/index.ts'
import { chooseBatchModel } from '../choose-model.ts'
import { submitAiBatch } from '../contract.ts'
import type { BatchParts } from '../parts.ts'
import { presentBatch } from '../present.ts'
import { BatchRefusal } from '../refusal.ts'
import { batchByKey } from '../store.ts'
import { beginBatch, faultsOf, payloadHash, prepareBatch, refuseModel } from '../take-batch.ts'

export default (parts: BatchParts) =>
  handle(submitAiBatch, async ({ body, caller, workspace, signal, read, commit, fail, invalid }) => {
    const { projectId = null, idempotencyKey } = body
    const hash = payloadHash(body)
    const replay = () =>
      commit(async ({ tx, accepted }) => {
        const first = (await batchByKey(tx, idempotencyKey)) ?? fail.keyReused()
        if (first.payloadHash !== hash) return fail.keyReused()
        return accepted(
          { ...presentBatch(first), replayed: true },
          { resource: ['ai_batch', first.id], repeated: true },
        )
      })
    const known = await read((tx) => batchByKey(tx, idempotencyKey))
    if (known) return replay()
    if (projectId !== null && !(await read((tx) => isReached(tx, caller, projectId)))) return fail.noProject()
    const model = await read((tx) => chooseBatchModel(tx, parts, body.model, body.endpoint))
    const faults = faultsOf(body, model)
    if (faults.length > 0) return invalid(faults)
    if (model === 'disabled') return fail.disabled()
    try {
      if (typeof model === 'string') return refuseModel(body)
      const prepared = await prepareBatch(parts, read, { workspace, userId: caller.userId, model, body, signal })
      const taken = commit(async ({ tx, now, accepted }) => {
        if (projectId !== null && !(await isReached(tx, caller, projectId))) return fail.noProject()
        const batch = await beginBatch(tx, parts, prepared, { hash, userId: caller.userId, now })
        if (!batch) throw new KeyTaken()
        const { route, calledModel, kind } = batch
        const metadata = { route, model: calledModel, kind, items: batch.total, reservedMicros: batch.reservedMicros }
        const within = projectId === null ? {} : { within: { projectId } }
        return accepted(
          { ...presentBatch(batch), replayed: false },
          { resource: ['ai_batch', batch.id], metadata, ...within },
        )
      })
      return await taken.catch(async (error: unknown) => {
        if (error instanceof KeyTaken) return replay()
        // A refusal by a cap is recorded as a call that was not sent.
        throw await prepared.refused(error)
      })
    } catch (error) {
      if (error instanceof BatchRefusal) return fail.refused(error.details)
      if (error instanceof ModelFailure) return fail.upstream()
      throw error
    }
  })

/** Another request submitted a batch with this key at the same time. */
class KeyTaken extends Error {}
