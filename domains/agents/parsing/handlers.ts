import { Readable } from 'node:stream'
import { cursorOf } from '../../../platform/db/page.ts'
import { handle, type Subject } from '../../../platform/handler/index.ts'
import { canDrawPages, drawPage, readableTypes } from '../../../packages/document-readers/index.ts'
import { isReached } from '../../code/projects/index.ts'
import {
  findAsset,
  openAsset,
  withAssetFile,
  addressOf,
  SourceRefusal,
  withSource,
  type TakenSource,
} from '../assets/index.ts'
import { chooseMediaModel } from '../media/index.ts'
import { beginParse, NoEngineError } from './begin-parse.ts'
import * as contract from './contract.ts'
import { presentDocument, presentPage } from './present.ts'
import type { DocumentParts } from './read-by-model.ts'
import { isBeingRead } from './rules.ts'
import { hasPage, findParse, decisionsOf, pagesAfter } from './store-parses.ts'
import { decidePage, documentPage, type DocumentView, findDocument, lockDocument, removeDocument } from './store.ts'

const documentAuditSubject = ({ id, projectId }: DocumentView, metadata: Subject['metadata']): Subject => ({
  resource: ['ai_document', id],
  metadata,
  ...(projectId !== null && { within: { projectId } }),
})

const decideAiDocumentPage = handle(
  contract.decideAiDocumentPage,
  async ({ tx, caller, params, body, now, absent, fail, ok }) => {
    await lockDocument(tx, { id: params.id })
    const document = (await findDocument(tx, caller, params.id)) ?? absent()
    if (!document.isCritical || document.parseStatus !== 'parsed') return fail.notReviewed()
    const { page: number, decision } = body
    if (!(await hasPage(tx, { parseId: document.parseId, number }))) return fail.noPage()
    await decidePage(tx, { documentId: document.id, number, decision, userId: caller.userId, now })
    const decided = (await findDocument(tx, caller, params.id))!
    return ok(presentDocument(decided), documentAuditSubject(document, { number, decision }))
  },
)

const deleteAiDocument = handle(contract.deleteAiDocument, async ({ tx, caller, params, absent, fail, ok }) => {
  await lockDocument(tx, { id: params.id })
  const document = (await findDocument(tx, caller, params.id)) ?? absent()
  if (isBeingRead(document.parseStatus)) return fail.beingRead()
  await removeDocument(tx, document)
  const { title } = document
  return ok({ message: `The document “${title}” is deleted.` }, documentAuditSubject(document, { title }))
})

// Types that a browser shows; others are no pictures of a page.
const shownTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

const getAiDocumentPagePicture = ({ objects, sandboxes }: DocumentParts) =>
  handle(
    contract.getAiDocumentPagePicture,
    async ({ read, workspace, caller, params, query, signal, absent, fail, ok }) => {
      const found = await read(async (tx) => {
        const document = await findDocument(tx, caller, params.id)
        const asset = document && (await findAsset(tx, document.sourceAssetId))
        return document && { document, asset, parse: await findParse(tx, { id: document.parseId }) }
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
    },
  )

const getAiDocument = (parts: DocumentParts) =>
  handle(contract.getAiDocument, async ({ tx, workspace, caller, params, now, absent, ok }) => {
    const document = (await findDocument(tx, caller, params.id)) ?? absent()
    const asset = document.markdownAssetId === null ? undefined : await findAsset(tx, document.markdownAssetId)
    const extractedUrl = asset ? (await addressOf(parts, workspace, asset, now)).url : null
    return ok({ ...presentDocument(document), extractedUrl })
  })

const listAiDocumentPages = handle(contract.listAiDocumentPages, async ({ tx, caller, params, query, absent, ok }) => {
  const { after = 0, limit = 20 } = query
  const document = (await findDocument(tx, caller, params.id)) ?? absent()
  const pages = await pagesAfter(tx, { parseId: document.parseId, after, rows: limit })
  const last = pages.at(-1)?.number ?? 0
  const decisions = await decisionsOf(tx, { documentId: document.id, first: after + 1, last })
  const decisionOn = (page: number) => decisions.find(({ number }) => number === page)
  return ok(pages.map((page) => presentPage(page, decisionOn(page.number))))
})

const listAiDocuments = handle(contract.listAiDocuments, async ({ tx, caller, query, next, ok }) => {
  const page = await documentPage(tx, caller, cursorOf(query.cursor), query.limit ?? 50)
  next(page.next, page.count)
  return ok(page.rows.map(presentDocument))
})

const terms = { accept: readableTypes, maxBytes: 64 * 2 ** 20, origin: 'document' } as const

const parseAiDocument = (parts: DocumentParts) =>
  handle(contract.parseAiDocument, async ({ workspace, caller, body, signal, read, commit, fail }) => {
    const { source, engine = 'text', projectId = null, scanned = false, visual = false, critical = false } = body
    if (projectId !== null && !(await read((tx) => isReached(tx, caller, projectId)))) return fail.noProject()
    const canLook = async () => (await read((tx) => chooseMediaModel(tx, parts, 'pictures'))) !== 'disabled'
    if (engine === 'native' && !(await canLook())) return fail.disabled()
    const url = 'url' in source ? source.url : undefined
    const end = (taken: TakenSource) =>
      commit(async ({ tx, now, created }) => {
        if (projectId !== null && !(await isReached(tx, caller, projectId))) return fail.noProject()
        const asset = await taken.record(tx, now)
        const hints = { isScanned: scanned, isVisual: visual, isCritical: critical }
        const asked = { engine, ...hints, projectId, fileName: asset.fileName, url, userId: caller.userId, now }
        const id = await beginParse(tx, parts.engine, asset, asked)
        const document = (await findDocument(tx, caller, id)) ?? fail.noProject()
        const metadata = { engine: document.engine, sha256: asset.sha256, reused: document.isReused, projectId }
        return created(presentDocument(document), documentAuditSubject(document, metadata))
      })
    try {
      const request = { workspace, source, userId: caller.userId, signal, read }
      return await withSource(parts, request, terms, end)
    } catch (error) {
      if (error instanceof NoEngineError) return fail.disabled()
      if (!(error instanceof SourceRefusal)) throw error
      return error.rule === 'upstream' ? fail.upstream() : fail.refused({ rule: error.rule, reason: error.reason })
    }
  })

export default (parts: DocumentParts) => ({
  listAiDocuments,
  parseAiDocument: parseAiDocument(parts),
  getAiDocument: getAiDocument(parts),
  listAiDocumentPages,
  getAiDocumentPagePicture: getAiDocumentPagePicture(parts),
  decideAiDocumentPage,
  deleteAiDocument,
})
