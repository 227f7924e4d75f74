import { readableTypes } from '../../../../execution/document-readers/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { isReached } from '../../../code/projects/index.ts'
import { SourceRefusal, withSource, type TakenSource } from '../../assets/index.ts'
import { chooseMediaModel } from '../../media/index.ts'
import { beginParse, NoEngineError } from '../begin-parse.ts'
import { parseAiDocument } from '../contract.ts'
import type { DocumentParts } from '../parts.ts'
import { presentDocument } from '../present.ts'
import { findDocument } from '../store.ts'

const terms = { accept: readableTypes, maxBytes: 64 * 2 ** 20, origin: 'document' } as const

export default (parts: DocumentParts) =>
  handle(parseAiDocument, async ({ workspace, caller, body, signal, read, commit, fail }) => {
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
        const within = projectId === null ? {} : { within: { projectId } }
        return created(presentDocument(document), { resource: ['ai_document', id], metadata, ...within })
      })
    try {
      const request = { workspace, source, userId: caller.userId, signal, read }
      return await withSource(parts, request, terms, end)
    } catch (error) {
      if (error instanceof NoEngineError) return fail.disabled()
      if (!(error instanceof SourceRefusal)) throw error
      return error.rule === 'upstream' ? fail.upstream() : fail.refused({ rule: error.rule })
    }
  })
