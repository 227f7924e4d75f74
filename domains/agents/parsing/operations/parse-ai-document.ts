import type { Caller } from '../../../../platform/access/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { validate } from 'uuid'
import { findProject } from '../../../code/projects/index.ts'
import { beginParse, NoOcrError } from '../begin-parse.ts'
import { parseAiDocument } from '../contract.ts'
import type { DocumentParts } from '../parts.ts'
import { presentDocument } from '../present.ts'
import { findDocument } from '../store.ts'
import { fetchSource, SourceRefusal, storedSource, type TakeAsset } from '../take-source.ts'

export default (parts: DocumentParts) =>
  handle(parseAiDocument, async ({ workspace, caller, body, signal, read, commit, fail }) => {
    const { source, engine = 'text', projectId = null, scanned = false, critical = false } = body
    if (projectId !== null && !(await read((tx) => isReached(tx, caller, projectId)))) return fail.noProject()
    if (engine === 'native') return fail.disabled()
    const url = 'url' in source ? source.url : undefined
    const end = (takeAsset: TakeAsset) =>
      commit(async ({ tx, now, created }) => {
        if (projectId !== null && !(await isReached(tx, caller, projectId))) return fail.noProject()
        const asset = await takeAsset(tx, now)
        const asked = { engine, isScanned: scanned, isCritical: critical, projectId, url, userId: caller.userId, now }
        const id = await beginParse(tx, parts.engine, asset, asked)
        const document = (await findDocument(tx, caller, id)) ?? fail.noProject()
        const metadata = { engine: document.engine, sha256: asset.sha256, reused: document.isReused, projectId }
        const within = projectId === null ? {} : { within: { projectId } }
        return created(presentDocument(document), { resource: ['ai_document', id], metadata, ...within })
      })
    try {
      if ('key' in source) return await end(storedSource(source.key))
      return await fetchSource(parts, { workspace, url: source.url, userId: caller.userId, signal }, end)
    } catch (error) {
      if (error instanceof NoOcrError) return fail.disabled()
      if (!(error instanceof SourceRefusal)) throw error
      return error.rule === 'upstream' ? fail.upstream() : fail.refused({ rule: error.rule })
    }
  })

/** Whether the project is there, and the caller's key is good for it. */
const isReached = async (tx: Transaction, { projectIds }: Pick<Caller, 'projectIds'>, id: string): Promise<boolean> =>
  validate(id) && (projectIds?.includes(id) ?? true) && (await findProject(tx, id)) !== undefined
