import { handle } from '../../../../platform/handler/index.ts'
import { addressOf, findAsset, type AddressParts } from '../../assets/index.ts'
import { getAiBatch } from '../contract.ts'
import { presentBatch, presentItem } from '../present.ts'
import { batchItems, findBatch } from '../store.ts'

const pageItems = 200

export default (parts: AddressParts) =>
  handle(getAiBatch, async ({ tx, caller, workspace, params, query, now, absent, ok }) => {
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
