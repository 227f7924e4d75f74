import { handle } from '../../../../platform/handler/index.ts'
import { isReached } from '../../../code/projects/index.ts'
import { chooseBatchModel } from '../choose-model.ts'
import { estimateAiBatch } from '../contract.ts'
import { judgeBatch } from '../judge-batch.ts'
import { withModel } from '../open-batch.ts'
import type { BatchParts } from '../parts.ts'
import { BatchRefusal } from '../refusal.ts'
import { faultsOf, refuseModel } from '../take-batch.ts'

export default (parts: BatchParts) =>
  handle(estimateAiBatch, async ({ tx, caller, body, fail, invalid, ok }) => {
    const { projectId = null } = body
    if (projectId !== null && !(await isReached(tx, caller, projectId))) return fail.noProject()
    const model = await chooseBatchModel(tx, parts, body.model, body.endpoint)
    const faults = faultsOf(body, model)
    if (faults.length > 0) return invalid(faults)
    if (model === 'disabled') return fail.disabled()
    try {
      if (typeof model === 'string') return refuseModel(body)
      const batch = await withModel(
        parts,
        (work) => work(tx),
        model,
        (gateway) => judgeBatch(gateway, body),
      )
      return ok({
        items: batch.items.length,
        inputTokensMost: batch.inputTokensMost,
        outputTokensMost: batch.outputTokensMost,
        costUsdMost: batch.isPriced ? batch.worstMicros / 1_000_000 : null,
        pricedOn: model.pricedOn,
        calledModel: model.id,
      })
    } catch (error) {
      if (error instanceof BatchRefusal) return fail.refused(error.details)
      throw error
    }
  })
