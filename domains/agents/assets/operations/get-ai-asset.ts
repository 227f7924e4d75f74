import { byteRange, handle } from '../../../../platform/handler/index.ts'
import { getAiAsset } from '../contract.ts'
import { addressOf, openAsset, signedAddress, type AddressParts } from '../find-asset.ts'
import { savedName } from '../rules.ts'
import { assetRow } from '../store.ts'

export default (parts: AddressParts) =>
  handle(getAiAsset, async ({ read, workspace, params, query, header, now, absent, fail, ok }) => {
    const asset = (await read((tx) => assetRow(tx, params.key))) ?? absent()
    if (query.download !== '1') return ok(await addressOf(parts, workspace, asset, now))
    const signed = await signedAddress(parts, workspace, asset, now)
    if (signed) return ok(signed)
    const range = byteRange(asset.sizeBytes, header('range'), header('if-range'))
    const opened = await openAsset(parts.objects, workspace, asset, range).catch(() => undefined)
    if (!opened) return fail.unavailable()
    const { mediaType, sizeBytes } = asset
    return ok({ mediaType, fileName: savedName(asset), content: opened.content, sizeBytes, range })
  })
