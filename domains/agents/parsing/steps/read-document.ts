import { Readable } from 'node:stream'
import { ocrLanguages, readDocument, refusedPage } from '../../../../packages/document-readers/index.ts'
import { finish, Unrecoverable, type EffectContext } from '../../../../platform/jobs/index.ts'
import { findAsset, recordAsset, storeAsset, withAssetFile } from '../../assets/index.ts'
import { parseRun } from '../graph.ts'
import { type ParseWork, readByModel, type SourceOfParse } from '../read-by-model.ts'
import { recordParsed } from '../begin-parse.ts'
import { documentMostChars, unreadReason, pageBlock } from '../rules.ts'
import * as store from '../store-parses.ts'
import type { ParseRow } from '../tables.ts'

/** Reads the pages of a document that were not read before, and stores them together as one file. */
export const readDocumentStep = (parts: ParseWork) =>
  parseRun.step('read', {
    sandbox: true,
    effect: (context) => read(parts, context),
    commit: async ({ tx, run, now }, read) => {
      const ended =
        'refusal' in read
          ? await store.moveToFailed(tx, { id: run.subjectId, refusal: read.refusal, now })
          : await store.moveToParsed(tx, { id: run.subjectId, markdownAssetId: read.markdownAssetId, now })
      if (ended) recordParsed(tx, ended)
      return finish()
    },
  })

type Result = { readonly markdownAssetId: string } | { readonly refusal: string }

const read = async (parts: ParseWork, context: EffectContext): Promise<Result> => {
  const { run } = context
  const parse = await context.read((tx) => store.findParse(tx, { id: run.subjectId }))
  if (!parse) throw new Unrecoverable('The documents of this parse were removed.')
  const asset = await context.read((tx) => findAsset(tx, parse.sourceAssetId))
  const readWith = parse.engine === 'native' ? readByModel : readPages
  const refusal =
    asset &&
    (await withAssetFile(parts.objects, run.workspaceId, asset, (path) =>
      readWith(parts, context, { parse, asset, path }),
    ))
  if (refusal === undefined) return { refusal: 'file_missing' }
  if (refusal !== 'none') return { refusal }
  const unread = unreadReason(await context.read((tx) => store.pageCounts(tx, { parseId: parse.id })))
  return unread === undefined ? { markdownAssetId: await storeMarkdown(parts, context, parse) } : { refusal: unread }
}

const readPages = async ({ sandboxes }: ParseWork, context: EffectContext, { parse, path }: SourceOfParse) => {
  const { write, signal, step } = context
  const before = await context.read((tx) => store.pagesRead(tx, { parseId: parse.id }))
  let { chars } = before
  const languages = ocrLanguages() ?? 'eng'
  const refusal = await readDocument(sandboxes, {
    id: `${parse.id}-${step.attempt}`,
    path,
    format: parse.format,
    engine: parse.engine === 'ocr' ? 'ocr' : 'text',
    languages,
    from: before.last + 1,
    onPages: (count) => write(async (tx) => store.setParsing(tx, { id: parse.id, count, now: await tx.now() })),
    onPage: (page) => {
      chars += page.markdown.length
      const fitting = chars > documentMostChars ? refusedPage(page.number, 'too_long') : page
      return write((tx) => store.insertPage(tx, parse.id, fitting))
    },
    signal,
  })
  return refusal ?? ('none' as const)
}

const pagesAtOnce = 50

const storeMarkdown = (parts: ParseWork, { run, read, write }: EffectContext, parse: ParseRow) => {
  async function* blocks() {
    for (let last = 0; ;) {
      const after = last
      const pages = await read((tx) => store.pagesAfter(tx, { parseId: parse.id, after, rows: pagesAtOnce }))
      if (pages.length === 0) return
      for (const page of pages) yield Buffer.from(pageBlock(page))
      last = pages.at(-1)!.number
    }
  }
  const content = Readable.from(blocks(), { objectMode: false })
  const facts = { mediaType: 'text/markdown; charset=utf-8', origin: 'document', createdBy: null } as const
  return storeAsset(parts, run.workspaceId, content, {}, (stored) =>
    write(async (tx) => (await recordAsset(tx, stored, facts, await tx.now())).id),
  )
}
