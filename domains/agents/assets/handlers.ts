import { byteRange, handle } from '../../../platform/handler/index.ts'
import { isDiskFull } from '../../../platform/storage/index.ts'
import { checkedContent, refusalOf, TypeDiffersError } from './checked-content.ts'
import * as contract from './contract.ts'
import { addressOf, openAsset, signedAddress, type AddressParts } from './find-asset.ts'
import { savedName } from './rules.ts'
import { recordAsset, storeAsset, type AssetParts } from './store-asset.ts'
import { assetRow, hasAssetRoom } from './store.ts'

const getAiAsset = (parts: AddressParts) =>
  handle(contract.getAiAsset, async ({ read, workspace, params, query, header, now, absent, fail, ok }) => {
    const asset = (await read((tx) => assetRow(tx, { id: params.key }))) ?? absent()
    if (query.download !== '1') return ok(await addressOf(parts, workspace, asset, now))
    const signed = await signedAddress(parts, workspace, asset, now)
    if (signed) return ok(signed)
    const range = byteRange(asset.sizeBytes, header('range'), header('if-range'))
    const opened = await openAsset(parts.objects, workspace, asset, range).catch(() => undefined)
    if (!opened) return fail.unavailable()
    const { mediaType, sizeBytes } = asset
    return ok({ mediaType, fileName: savedName(asset), content: opened.content, sizeBytes, range })
  })

const uploadAiAsset = (parts: AssetParts) =>
  handle(contract.uploadAiAsset, async ({ workspace, caller, query, body, header, signal, commit, fail }) => {
    const mediaType = header('content-type')!.split(';')[0]!.trim().toLowerCase()
    const content = checkedContent(body, mediaType)
    try {
      return await storeAsset(parts, workspace, content, { signal }, (stored) =>
        commit(async ({ tx, now, created }) => {
          const { fileName } = query
          const facts = { mediaType, fileName, origin: 'upload', createdBy: caller.userId } as const
          const asset = await recordAsset(tx, stored, facts, now)
          if (!(await hasAssetRoom(tx))) return fail.full()
          const metadata = { sha256: asset.sha256, sizeBytes: asset.sizeBytes, mediaType: asset.mediaType }
          return created({ ...asset, key: asset.id }, { resource: ['ai_asset', asset.id], metadata })
        }),
      )
    } catch (error) {
      if (error instanceof TypeDiffersError) throw refusalOf(contract.uploadAiAsset.errors.differs, error.message)
      if (isDiskFull(error)) return fail.diskFull()
      throw error
    }
  })

export default (parts: AddressParts & AssetParts) => ({
  uploadAiAsset: uploadAiAsset(parts),
  getAiAsset: getAiAsset(parts),
})
