import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { assetRows } from '../../assets/index.ts'
import { listAiMedia } from '../contract.ts'
import type { MediaParts } from '../parts.ts'
import { presentFile, presentMedia } from '../present.ts'
import { mediaFiles, mediaPage } from '../store.ts'
import type { MediaRow } from '../tables.ts'

export default (parts: MediaParts) =>
  handle(listAiMedia, async ({ tx, workspace, caller, query, now, next, ok }) => {
    const { limit = 50, cursor } = query
    const page = await mediaPage(tx, caller, cursorOf(cursor), limit)
    const ids = page.rows.map(({ id }) => id)
    const files = await mediaFiles(tx, ids)
    const assetIds = files.map(({ assetId }) => assetId)
    const assets = new Map((await assetRows(tx, assetIds)).map((asset) => [asset.id, asset]))
    const filesOf = ({ id }: MediaRow) =>
      files.flatMap(({ mediaId, assetId, role }) => {
        const asset = assets.get(assetId)
        return mediaId === id && asset ? [presentFile(parts, workspace, asset, role, now)] : []
      })
    next(page.next, page.count)
    return ok(await Promise.all(page.rows.map(async (row) => presentMedia(row, await Promise.all(filesOf(row))))))
  })
