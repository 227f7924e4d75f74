import { createRequire } from 'node:module'
import { readdirSync, readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { coverageOf } from './coverage.ts'
import { missingCharacters, type FieldText, type MissingCharacters } from './characters.ts'
import type { PageData } from './page-of.ts'

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
const covered = new Set(fontBlobs.flatMap((font) => [...coverageOf(font)]))

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
