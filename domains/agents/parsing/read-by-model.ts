import { readFile } from 'node:fs/promises'
import { dataAddress, pictureAddress, pictureOf } from '../../../execution/media/index.ts'
import {
  drawPage,
  readDocument,
  readingLimits,
  refusedPage,
  type ReadPage,
} from '../../../packages/document-readers/index.ts'
import { ModelFailure, type ModelGateway } from '../../../execution/models/index.ts'
import type { EffectContext, Engine } from '../../../platform/jobs/index.ts'
import {
  askAbout,
  boundedBy,
  chooseMediaModel,
  orderAt,
  withPaidCall,
  wordsOf,
  type MediaWork,
} from '../media/index.ts'
import { withChosen, type ListedModel, type CapParts } from '../models/index.ts'
import type { AssetRow } from '../assets/index.ts'
import { documentMostChars, visualVersion } from './rules.ts'
import { judgedPage, modelRefusal, modelPagesMost, questionAbout } from './rules/seen-page.ts'
import { addParseCost, insertPage, pagesRead, payersOf, setParsing, type Payers } from './store-parses.ts'
import type { ParseRow } from './tables.ts'
import type { SandboxDriver } from '../../../execution/sandbox/index.ts'

/** A parse with its file. */
export interface SourceOfParse {
  readonly parse: ParseRow
  readonly asset: AssetRow
  readonly path: string
}

/**
 * Shows a model each page that was not read before, and stores its words with their cost in one transaction. A process
 * that dies in between pays for a page at most twice. Returns why the document cannot be read, or `none`.
 */
export const readByModel = async (parts: ParseWork, context: EffectContext, source: SourceOfParse): Promise<string> => {
  const { parse } = source
  const own = await ownWords(parts, context, source)
  if (typeof own === 'string') return own
  const model = await context.read((tx) => chooseMediaModel(tx, parts, 'pictures'))
  if (typeof model === 'string') return 'no_model'
  try {
    await withChosen(parts, context.read, model, async (gateway) => {
      let { chars } = await context.read((tx) => pagesRead(tx, { parseId: parse.id }))
      const payers = await context.read((tx) => payersOf(tx, { id: parse.id }))
      for (const page of own) {
        const picture = await pictureOfPage(parts, context, source, page.number)
        if (!picture || chars > documentMostChars) {
          await context.write((tx) =>
            insertPage(tx, parse.id, refusedPage(page.number, picture ? 'too_long' : 'no_picture')),
          )
          continue
        }
        chars += await readPage(parts, context, { parse, payers, page, picture, model, gateway })
      }
    })
    return 'none'
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    return modelRefusal(error)
  }
}

/** The pages that are left, with the document's stored words; or the reason without any. */
const ownWords = async (
  { sandboxes }: ParseWork,
  { read, write, signal, step }: EffectContext,
  { parse, path }: SourceOfParse,
): Promise<readonly ReadPage[] | string> => {
  const { last } = await read((tx) => pagesRead(tx, { parseId: parse.id }))
  const pages: ReadPage[] = []
  const refusal = await readDocument(
    sandboxes,
    {
      id: `${parse.id}-${step.attempt}`,
      path,
      format: parse.format,
      engine: 'text',
      languages: 'eng',
      from: last + 1,
      onPages: (count) => write(async (tx) => setParsing(tx, { id: parse.id, count, now: await tx.now() })),
      onPage: async (page) => void pages.push(page),
      signal,
    },
    { ...readingLimits, pagesMost: modelPagesMost },
  )
  return refusal ?? pages
}

const pictureOfPage = async (
  { sandboxes }: ParseWork,
  { signal }: EffectContext,
  { parse, path }: SourceOfParse,
  number: number,
): Promise<string | undefined> => {
  if (parse.format === 'pdf') {
    const drawn = await drawPage(sandboxes, { id: `${parse.id}-${number}`, path, number, signal })
    return drawn && dataAddress('image/png', drawn)
  }
  const bytes = await readFile(path)
  const picture = pictureOf(bytes)
  return picture && pictureAddress(picture, bytes)
}

interface PageToRead {
  readonly parse: ParseRow
  readonly payers: Payers
  readonly page: ReadPage
  readonly picture: string
  readonly model: ListedModel
  readonly gateway: ModelGateway
}

/** Asks the model about one page, stores it, and returns its length. */
const readPage = async (
  parts: ParseWork,
  { run, write, signal }: EffectContext,
  { parse, payers: { paidBy, payingProjectId }, page, picture, model, gateway }: PageToRead,
): Promise<number> => {
  const question = questionAbout(page.number, parse.engineVersion === visualVersion)
  const asked = askAbout(gateway, { kind: 'image', question, pictures: [picture] })
  const body = { parse: parse.id, page: page.number }
  const payer = { workspace: run.workspaceId, userId: paidBy!, projectId: payingProjectId }
  return withPaidCall(parts, orderAt(model, gateway, { ...payer, most: {}, body }), async (call) => {
    const { text, usage } = await asked.send(boundedBy(signal, gateway.parts.callMs))
    call.answered({ usage })
    const judged = judgedPage(page, wordsOf(text))
    await write(async (tx) => {
      await insertPage(tx, parse.id, judged)
      await addParseCost(tx, { id: parse.id, micros: (await call.settleIn(tx)) ?? 0 })
    })
    return judged.markdown.length
  })
}

export interface DocumentParts extends MediaWork {
  readonly engine: Engine
  readonly sandboxes: SandboxDriver
  readonly linkTo: (path: string) => string
}

export interface ParseWork extends Pick<DocumentParts, 'objects' | 'sandboxes'>, MediaWork, CapParts {}
