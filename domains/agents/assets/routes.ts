import type { AddressParts } from './find-asset.ts'
import getAiAsset from './operations/get-ai-asset.ts'
import uploadAiAsset from './operations/upload-ai-asset.ts'
import type { AssetParts } from './store-asset.ts'

export default (parts: AddressParts & AssetParts) => ({
  uploadAiAsset: uploadAiAsset(parts),
  getAiAsset: getAiAsset(parts),
})
