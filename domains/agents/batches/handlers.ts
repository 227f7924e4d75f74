import type { Static } from '../../../platform/contract/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import type { InTransaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import { ModelFailure } from '../../../execution/models/index.ts'
import { isReached } from '../../code/projects/index.ts'
import { microsToUsd } from '../../code/projects/rules/caps.ts'
import { withChosen } from '../models/index.ts'
import { addressOf, findAsset, type AddressParts } from '../assets/index.ts'
import { chooseBatchModel, type BatchParts } from './choose-model.ts'
import * as contract from './contract.ts'
import { batchRun } from './graph.ts'
import { judgeBatch, BatchRefusal } from './judge-batch.ts'
import { withBatches } from './open-batch.ts'
import { isOpen } from './rules.ts'
import { batchJobs } from './store-work.ts'
import { batchItems, findBatch, batchPage, lockBatch, setBatchRun, batchByKey, type BatchView } from './store.ts'
import type { ItemRow } from './tables.ts'
import { faultsOf, refuseModel, beginBatch, payloadHash, prepareBatch } from './take-batch.ts'

const presentBatch = (row: BatchView): Static<typeof contract.AiBatch> => ({
  ...row,
  items: { total: row.total, succeeded: row.succeeded, failed: row.failed, cancelled: row.cancelled },
  reservedUsd: microsToUsd(row.reservedMicros),
  costUsd: row.costMicros === null ? null : microsToUsd(row.costMicros),
})

const presentItem = (row: ItemRow, resultUrl: string | null): Static<typeof contract.AiBatchItem> => ({
  ...row,
  resultUrl,
  costUsd: microsToUsd(row.costMicros),
})

const estimateAiBatch = (parts: BatchParts) =>
  handle(contract.estimateAiBatch, async ({ tx, caller, body, fail, invalid, ok }) => {
    const { projectId = null } = body
    if (projectId !== null && !(await isReached(tx, caller, projectId))) return fail.noProject()
    const model = await chooseBatchModel(tx, parts, body.model, body.endpoint)
    const faults = faultsOf(body, model)
    if (faults.length > 0) return invalid(faults)
    if (model === 'disabled') return fail.disabled()
    try {
      if (typeof model === 'string') return refuseModel(body, model)
      const read: InTransaction = (work) => work(tx)
      const batch = await withChosen(parts, read, model, (gateway) => judgeBatch(gateway, body))
      return ok({
        items: batch.items.length,
        inputTokensMost: batch.inputTokensMost,
        outputTokensMost: batch.outputTokensMost,
        costUsdMost: batch.isPriced ? microsToUsd(batch.worstMicros) : null,
        pricedOn: model.pricedOn,
        calledModel: model.id,
      })
    } catch (error) {
      if (error instanceof BatchRefusal) return fail.refused(error.details)
      throw error
    }
  })

const pageItems = 200

const getAiBatch = (parts: AddressParts) =>
  handle(contract.getAiBatch, async ({ tx, caller, workspace, params, query, now, absent, ok }) => {
    const { after = '', limit = pageItems } = query
    const batch = (await findBatch(tx, caller, params.id)) ?? absent()
    const rows = await batchItems(tx, batch.id, after, limit)
    const items = await Promise.all(
      rows.slice(0, limit).map(async (row) => {
        const asset = row.resultAssetId === null ? undefined : await findAsset(tx, row.resultAssetId)
        return presentItem(row, asset ? (await addressOf(parts, workspace, asset, now)).url : null)
      }),
    )
    const nextCursor = rows.length > limit ? items.at(-1)!.customId : null
    return ok({ batch: presentBatch(batch), items, nextCursor })
  })

const listAiBatches = handle(contract.listAiBatches, async ({ tx, caller, query, next, ok }) => {
  const { limit = 50, cursor } = query
  const page = await batchPage(tx, caller, cursorOf(cursor), limit)
  next(page.next, page.count)
  return ok(page.rows.map(presentBatch))
})

const pollAiBatch = (parts: BatchParts) =>
  handle(contract.pollAiBatch, async ({ caller, workspace, params, signal, read, commit, absent, fail }) => {
    const batch = (await read((tx) => findBatch(tx, caller, params.id))) ?? absent()
    const { providerBatchId } = batch
    if (!isOpen(batch.status) || providerBatchId === null)
      return commit(async ({ ok }) =>
        ok({ polled: false, batch: presentBatch(batch) }, { resource: ['ai_batch', batch.id], repeated: true }),
      )
    const state =
      (await withBatches(parts, read, batch, (batches) => batches.state(providerBatchId, signal)).catch(
        (error: unknown) => {
          if (error instanceof ModelFailure) return fail.upstream()
          throw error
        },
      )) ?? fail.disabled()
    return commit(async ({ tx, now, ok }) => {
      const locked = await lockBatch(tx, { id: batch.id })
      await batchJobs.setPolled(tx, { id: batch.id, hasFailed: false, now })
      // The run takes the results, which it may be waiting to do.
      if (state.status !== 'working' && locked && isOpen(locked.status)) {
        const { graph: kind, name: first } = batchRun.at.poll
        const run = await parts.engine.start(tx, { workspaceId: workspace, kind, subjectId: batch.id, first })
        await setBatchRun(tx, { id: batch.id, runId: run.id })
      }
      const polled = (await findBatch(tx, caller, batch.id)) ?? absent()
      const metadata = { status: state.status, done: state.done }
      return ok({ polled: true, batch: presentBatch(polled) }, { resource: ['ai_batch', batch.id], metadata })
    })
  })

const submitAiBatch = (parts: BatchParts) =>
  handle(contract.submitAiBatch, async ({ body, caller, workspace, signal, read, commit, fail, invalid }) => {
    const { projectId = null, idempotencyKey } = body
    const hash = payloadHash(body)
    const replay = () =>
      commit(async ({ tx, accepted }) => {
        const first = (await batchByKey(tx, { key: idempotencyKey })) ?? fail.keyReused()
        if (first.payloadHash !== hash) return fail.keyReused()
        return accepted(
          { ...presentBatch(first), replayed: true },
          { resource: ['ai_batch', first.id], repeated: true },
        )
      })
    if (await read((tx) => batchByKey(tx, { key: idempotencyKey }))) return replay()
    if (projectId !== null && !(await read((tx) => isReached(tx, caller, projectId)))) return fail.noProject()
    const model = await read((tx) => chooseBatchModel(tx, parts, body.model, body.endpoint))
    const faults = faultsOf(body, model)
    if (faults.length > 0) return invalid(faults)
    if (model === 'disabled') return fail.disabled()
    try {
      if (typeof model === 'string') return refuseModel(body, model)
      const prepared = await prepareBatch(parts, read, { workspace, userId: caller.userId, model, body, signal })
      const taken = commit(async ({ tx, now, accepted }) => {
        if (projectId !== null && !(await isReached(tx, caller, projectId))) return fail.noProject()
        const batch = await beginBatch(tx, parts, prepared, { hash, userId: caller.userId, now })
        if (!batch) throw new KeyTaken()
        const { route, calledModel, kind } = batch
        const metadata = { route, model: calledModel, kind, items: batch.total, reservedMicros: batch.reservedMicros }
        const resource = ['ai_batch', batch.id] as const
        const about = { resource, metadata, ...(projectId !== null && { within: { projectId } }) }
        return accepted({ ...presentBatch(batch), replayed: false }, about)
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

export default (parts: BatchParts) => ({
  submitAiBatch: submitAiBatch(parts),
  estimateAiBatch: estimateAiBatch(parts),
  listAiBatches,
  getAiBatch: getAiBatch(parts),
  pollAiBatch: pollAiBatch(parts),
})
