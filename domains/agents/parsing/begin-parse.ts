import { v7 as uuidv7 } from 'uuid'
import { canDrawPages, formatOf, ocrLanguages, readableTypes } from '../../../packages/document-readers/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { unreadable, type AssetRow } from '../assets/index.ts'
import { parseRun } from './graph.ts'
import { effectiveEngine, engineVersion, isTriedAgain, titleOf, type DocumentEngine } from './rules.ts'
import { insertDocument } from './store.ts'
import { claimParse, removeUnreadPages, setParseQueued } from './store-parses.ts'
import { byServer, record } from '../../../platform/audit/index.ts'
import type { ParseRow } from './tables.ts'

interface ParseRequest {
  readonly engine: DocumentEngine
  readonly isScanned: boolean
  readonly isVisual: boolean
  readonly isCritical: boolean
  readonly projectId: string | null
  readonly fileName: string | null
  readonly url: string | undefined
  readonly userId: string
  readonly now: Date
}

/** Nothing here can read a document in the way that was asked for. */
export class NoEngineError extends Error {}

/** Inserts a document and returns its id. Only the first of parallel requests for the same bytes starts the parse. */
export const beginParse = async (
  tx: Transaction,
  engine: Pick<Engine, 'start'>,
  asset: AssetRow,
  asked: ParseRequest,
): Promise<string> => {
  const { now } = asked
  const format = formatOf(asset.mediaType)
  if (!format) throw unreadable(readableTypes, asset.mediaType)
  const languages = ocrLanguages()
  const effective = effectiveEngine(asked.engine, asked.isScanned && languages !== undefined, format)
  if (effective === 'ocr' && languages === undefined) throw new NoEngineError()
  if (effective === 'native' && format === 'pdf' && !canDrawPages()) throw new NoEngineError()
  const version = engineVersion(effective, languages ?? '', asked.isVisual)
  const payers = {
    paidBy: effective === 'native' ? asked.userId : null,
    payingProjectId: effective === 'native' ? asked.projectId : null,
  }
  const parse = await claimParse(tx, {
    id: uuidv7(),
    sha256: asset.sha256,
    engine: effective,
    engineVersion: version,
    format,
    sourceAssetId: asset.id,
    ...payers,
    now,
  })
  const isStarted = parse.isNew || (parse.status === 'failed' && isTriedAgain(parse.refusal))
  if (isStarted) {
    if (!parse.isNew) await removeUnreadPages(tx, { parseId: parse.id })
    const { graph: kind, name: first } = parseRun.at.read
    const run = await engine.start(tx, { workspaceId: tx.workspace!, kind, subjectId: parse.id, first })
    await setParseQueued(tx, { id: parse.id, runId: run.id, ...payers, now })
  }
  const id = uuidv7()
  await insertDocument(tx, {
    id,
    parseId: parse.id,
    projectId: asked.projectId,
    title: titleOf(asked.fileName, asked.url),
    sourceUrl: asked.url ?? null,
    isCritical: asked.isCritical,
    isReused: !isStarted,
    userId: asked.userId,
    now,
  })
  return id
}

/** Audit actions that the parsing of documents writes. */
export const documentJobActions = ['ai_document.read', 'ai_document.fail'] as const

/** The audit row and the event of the end of a parse. */
export const recordParsed = (tx: Transaction, { id, engine, pagesTotal, refusal }: ParseRow): void => {
  const details = { engine, pagesTotal, ...(refusal !== null && { refusal }) }
  record(
    tx,
    {
      action: refusal === null ? documentJobActions[0] : documentJobActions[1],
      category: 'execute',
      outcome: refusal === null ? 'success' : 'failure',
      ...byServer,
      resource: ['ai_parse', id],
      details,
    },
    { name: 'ai_document.parsed', entity: ['ai_parse', id], payload: details },
  )
}
