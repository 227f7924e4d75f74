import { handle } from '../../../../platform/handler/index.ts'
import { addressOf, findAsset } from '../../assets/index.ts'
import { getAiDocument } from '../contract.ts'
import type { DocumentParts } from '../parts.ts'
import { presentDocument } from '../present.ts'
import { findDocument } from '../store.ts'

export default (parts: DocumentParts) =>
  handle(getAiDocument, async ({ tx, workspace, caller, params, now, absent, ok }) => {
    const document = (await findDocument(tx, caller, params.id)) ?? absent()
    const asset = document.markdownAssetId === null ? undefined : await findAsset(tx, document.markdownAssetId)
    const extractedUrl = asset ? (await addressOf(parts, workspace, asset, now)).url : null
    return ok({ ...presentDocument(document), extractedUrl })
  })
