export { checkedContent, refusalOf, TypeDiffersError } from './checked-content.ts'
export {
  addressOf,
  findAsset,
  openAsset,
  signedAddress,
  useAsset,
  withAssetFile,
  type AddressParts,
} from './find-asset.ts'
export { fitsMediaType, kindOfBytes } from './fits-media-type.ts'
export { assetLimits, type AssetOrigin } from './rules.ts'
export { recordAsset, storeAsset, type AssetParts, type StoredContent } from './store-asset.ts'
export { SourceRefusal, unreadable, withSource, type SourceTerms, type TakenSource } from './take-source.ts'
export { assetRows, hasAssetRoom } from './store.ts'
export type { AssetRow } from './tables.ts'
