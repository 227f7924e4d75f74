import { createRequire } from 'node:module'
import { readdirSync, readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { missingCharacters, type FieldText, type MissingCharacters, type PageData } from './page-of.ts'

export interface InvoicePageRequest {
  readonly page: PageData
  /** The texts that the fonts have to show. */
  readonly texts: readonly FieldText[]
  readonly xml: string | null
  readonly logo: Uint8Array | null
}
export interface EvidencePageRequest {
  /** The page, as JSON. */
  readonly evidence: string
  /** The file that it carries. */
  readonly pack: string
}
export type RenderResult = { readonly pdf: Uint8Array } | { readonly unshown: MissingCharacters }

/** The part of the compiler that is used: it is loaded only here, and only when the first page is asked for. */
interface Compiler {
  addSource(path: string, source: string): void
  mapShadow(path: string, content: Buffer): void
  unmapShadow(path: string): void
  compile(by: { readonly mainFilePath: string }): { readonly result: object | null; hasError(): boolean }
  pdf(document: object, options: { readonly pdfStandard: string }): Buffer
  evictCache(age: number): void
}
interface Typst {
  readonly NodeCompiler: { create(by: object): Compiler }
}

const require = createRequire(import.meta.url)
const fontFolder = new URL('fonts/', import.meta.url)
const fontBlobs = readdirSync(fontFolder)
  .filter((name) => name.endsWith('.ttf'))
  .map((name) => readFileSync(new URL(name, fontFolder)))

// There is no such folder: the files that the page may read are mapped, and the compiler finds nothing else.
const folder = '/atelier-invoice'
const templates = ['invoice.typ', 'evidence.typ'] as const
const { renderSVG } = require('uqr') as { readonly renderSVG: (text: string, options: object) => string }
const { NodeCompiler } = require('@myriaddreamin/typst-ts-node-compiler') as Typst
const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs }] })
for (const name of [...templates, 'fonts.typ'])
  compiler.addSource(`${folder}/${name}`, readFileSync(new URL(name, import.meta.url), 'utf8'))

type MappedFiles = readonly (readonly [name: string, content: string | Uint8Array | null])[]

const compiled = (template: (typeof templates)[number], mapped: MappedFiles): Buffer => {
  for (const [name, content] of mapped)
    if (content !== null) compiler.mapShadow(`${folder}/${name}`, Buffer.from(content as string))
  try {
    const page = compiler.compile({ mainFilePath: `${folder}/${template}` })
    if (page.hasError() || !page.result) throw new Error(`The page of ${template} does not compile`)
    return compiler.pdf(page.result, { pdfStandard: 'a-3b' })
  } finally {
    for (const [name, content] of mapped) if (content !== null) compiler.unmapShadow(`${folder}/${name}`)
    compiler.evictCache(10)
  }
}

const pdfOf = (page: PageData, xml: string | null, logo: Uint8Array | null): Buffer =>
  compiled('invoice.typ', [
    ['invoice.json', JSON.stringify({ ...page, ...payable(page), logo: logo && 'logo', attached: xml !== null })],
    ['factur-x.xml', xml],
    ['logo', logo],
  ])

const evidenceOf = ({ evidence, pack }: EvidencePageRequest): Buffer =>
  compiled('evidence.typ', [
    ['evidence-page.json', Array.from(evidence, (one) => (covered.has(one.codePointAt(0)!) ? one : '\ufffd')).join('')],
    ['evidence.json', pack],
  ])

/** The payment with its code as a drawing. */
const payable = ({ payment }: PageData) => ({
  payment: payment && { ...payment, code: payment.code && renderSVG(payment.code, { ecc: 'M', border: 0 }) },
})

/** A logo that is no picture after all is replaced by the name. */
const withOrWithoutLogo = ({ page, xml, logo }: InvoicePageRequest): Buffer => {
  if (logo === null) return pdfOf(page, xml, null)
  try {
    return pdfOf(page, xml, logo)
  } catch {
    return pdfOf(page, xml, null)
  }
}

parentPort!.on('message', (asked: InvoicePageRequest | EvidencePageRequest) => parentPort!.postMessage(answerTo(asked)))

const answerTo = (asked: InvoicePageRequest | EvidencePageRequest): RenderResult => {
  if ('pack' in asked) return { pdf: evidenceOf(asked) }
  const unshown = missingCharacters(asked.texts, (codePoint) => covered.has(codePoint))
  return unshown ? { unshown } : { pdf: withOrWithoutLogo(asked) }
}

/**
 * The characters that a font of TrueType or OpenType has, by its table `cmap`: the formats 4 and 12, which all fonts of
 * Unicode have. Throws for invalid bytes. Source: OpenType 1.9, cmap.
 */
const coverageOf = (font: Buffer): ReadonlySet<number> => {
  const cmap = tableOf(font, 'cmap')
  const covered = new Set<number>()
  const count = font.readUInt16BE(cmap + 2)
  for (let at = 0; at < count; at += 1) {
    const subtable = cmap + font.readUInt32BE(cmap + 4 + at * 8 + 4)
    const format = font.readUInt16BE(subtable)
    if (format === 4) addSegments(font, subtable, covered)
    if (format === 12) addGroups(font, subtable, covered)
  }
  return covered
}

const tableOf = (font: Buffer, name: string): number => {
  for (let at = 0; at < font.readUInt16BE(4); at += 1) {
    const record = 12 + at * 16
    if (font.toString('latin1', record, record + 4) === name) return font.readUInt32BE(record + 8)
  }
  throw new Error(`The font has no table ${name}`)
}

const addSegments = (font: Buffer, at: number, covered: Set<number>) => {
  const doubled = font.readUInt16BE(at + 6)
  const ends = at + 14
  const starts = at + 16 + doubled
  const deltas = starts + doubled
  const offsets = starts + 2 * doubled
  for (let segment = 0; segment < doubled; segment += 2) {
    const start = font.readUInt16BE(starts + segment)
    const end = font.readUInt16BE(ends + segment)
    const delta = font.readUInt16BE(deltas + segment)
    const offset = font.readUInt16BE(offsets + segment)
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const glyph = offset === 0 ? code : font.readUInt16BE(offsets + segment + offset + (code - start) * 2)
      if (glyph !== 0 && ((glyph + delta) & 0xffff) !== 0) covered.add(code)
    }
  }
}

const addGroups = (font: Buffer, at: number, covered: Set<number>) => {
  for (let group = 0; group < font.readUInt32BE(at + 12); group += 1) {
    const record = at + 16 + group * 12
    for (let code = font.readUInt32BE(record); code <= font.readUInt32BE(record + 4); code += 1) covered.add(code)
  }
}

// Last, since it is made while the thread starts, by the functions above.
const covered = new Set(fontBlobs.flatMap((font) => [...coverageOf(font)]))
