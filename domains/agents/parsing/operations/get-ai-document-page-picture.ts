import { Readable } from 'node:stream'
import { canDrawPages, drawPage } from '../../../../execution/document-readers/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { findAsset, openAsset, withAssetFile } from '../../assets/index.ts'
import { getAiDocumentPagePicture } from '../contract.ts'
import type { DocumentParts } from '../parts.ts'
import { findDocument } from '../store.ts'
import { findParse } from '../store-parses.ts'

// Types that a browser shows; others are no pictures of a page.
const shownTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

export default ({ objects, sandboxes }: DocumentParts) =>
  handle(getAiDocumentPagePicture, async ({ read, workspace, caller, params, query, signal, absent, fail, ok }) => {
    const found = await read(async (tx) => {
      const document = await findDocument(tx, caller, params.id)
      const asset = document && (await findAsset(tx, document.sourceAssetId))
      return document && { document, asset, parse: await findParse(tx, document.parseId) }
    })
    if (!found) return absent()
    const { document, asset, parse } = found
    const number = query.page
    if (!asset || !parse || number > (document.pagesTotal ?? 0)) return fail.noPicture()
    if (parse.format === 'image' && shownTypes.includes(asset.mediaType)) {
      const opened = (await openAsset(objects, workspace, asset)) ?? fail.noPicture()
      return ok({ mediaType: asset.mediaType, content: opened.content })
    }
    if (parse.format !== 'pdf') return fail.noPicture()
    if (!canDrawPages()) return fail.disabled()
    const id = `${document.id}-${number}`
    const picture = await withAssetFile(objects, workspace, asset, (path) =>
      drawPage(sandboxes, { id, path, number, signal }),
    )
    if (!picture) return fail.noPicture()
    return ok({ mediaType: 'image/png', content: Readable.from([picture]) })
  })
