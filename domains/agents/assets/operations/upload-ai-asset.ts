import { handle } from '../../../../platform/handler/index.ts'
import { isDiskFull } from '../../../../platform/storage/index.ts'
import { checkedContent, TypeDiffersError } from '../checked-content.ts'
import { uploadAiAsset } from '../contract.ts'
import { presentAsset } from '../present.ts'
import { hasAssetRoom } from '../store.ts'
import { recordAsset, storeAsset, type AssetParts } from '../store-asset.ts'

export default (parts: AssetParts) =>
  handle(uploadAiAsset, async ({ workspace, caller, query, body, header, signal, commit, fail }) => {
    const mediaType = header('content-type')!.split(';')[0]!.trim().toLowerCase()
    const content = checkedContent(body, mediaType)
    try {
      return await storeAsset(parts, workspace, content, { signal }, (stored) =>
        commit(async ({ tx, now, created }) => {
          const facts = {
            mediaType,
            fileName: query.fileName ?? null,
            origin: 'upload',
            createdBy: caller.userId,
          } as const
          const asset = await recordAsset(tx, stored, facts, now)
          if (!(await hasAssetRoom(tx))) return fail.full()
          const metadata = { sha256: asset.sha256, sizeBytes: asset.sizeBytes, mediaType: asset.mediaType }
          return created(presentAsset(asset), { resource: ['ai_asset', asset.id], metadata })
        }),
      )
    } catch (error) {
      if (error instanceof TypeDiffersError) return fail.differs()
      if (isDiskFull(error)) return fail.diskFull()
      throw error
    }
  })
