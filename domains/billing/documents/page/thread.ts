import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { coverageOf } from './coverage.ts'
import { unshownIn, type FieldText, type Unshown } from './characters.ts'
import type { PageData } from './page-of.ts'

export interface Asked {
  readonly page: PageData
  /** What the fonts have to show. */
  readonly texts: readonly FieldText[]
  readonly xml: string | null
  readonly logo: Uint8Array | null
}
export type Answered = { readonly pdf: Uint8Array } | { readonly unshown: Unshown }

/** As much of the compiler as is used: it is loaded here alone, and only when the first page is asked for. */
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
const families = [
  ['noto-sans', 'NotoSans'],
  ['vazirmatn', 'Vazirmatn'],
  ['noto-sans-arabic', 'NotoSansArabic'],
  ['noto-sans-hebrew', 'NotoSansHebrew'],
] as const
const weights = ['400Regular', '600SemiBold'] as const

const fontBlobs = families.flatMap(([folder, name]) =>
  weights.map((weight) =>
    readFileSync(require.resolve(`@expo-google-fonts/${folder}/${weight}/${name}_${weight}.ttf`)),
  ),
)
const covered = new Set(fontBlobs.flatMap((font) => [...coverageOf(font)]))

// There is no such folder: what the page may read is mapped, and the compiler finds nothing else.
const folder = '/atelier-invoice'
const main = `${folder}/invoice.typ`
const { renderSVG } = require('uqr') as { readonly renderSVG: (text: string, options: object) => string }
const { NodeCompiler } = require('@myriaddreamin/typst-ts-node-compiler') as Typst
const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs }] })
compiler.addSource(main, readFileSync(new URL('invoice.typ', import.meta.url), 'utf8'))

const pdfOf = (page: PageData, xml: string | null, logo: Uint8Array | null): Buffer => {
  const mapped = [
    ['invoice.json', JSON.stringify({ ...page, ...payable(page), logo: logo && 'logo', attached: xml !== null })],
    ['factur-x.xml', xml],
    ['logo', logo],
  ] as const
  for (const [name, content] of mapped)
    if (content !== null) compiler.mapShadow(`${folder}/${name}`, Buffer.from(content as string))
  try {
    const compiled = compiler.compile({ mainFilePath: main })
    if (compiled.hasError() || !compiled.result) throw new Error('The page of the invoice does not compile')
    return compiler.pdf(compiled.result, { pdfStandard: 'a-3b' })
  } finally {
    for (const [name, content] of mapped) if (content !== null) compiler.unmapShadow(`${folder}/${name}`)
    compiler.evictCache(10)
  }
}

/** The payment with its code as a drawing. */
const payable = ({ payment }: PageData) => ({
  payment: payment && { ...payment, code: payment.code && renderSVG(payment.code, { ecc: 'M', border: 0 }) },
})

/** A logo that is no picture after all gives its place to the name. */
const withOrWithoutLogo = ({ page, xml, logo }: Asked): Buffer => {
  if (logo === null) return pdfOf(page, xml, null)
  try {
    return pdfOf(page, xml, logo)
  } catch {
    return pdfOf(page, xml, null)
  }
}

parentPort!.on('message', (asked: Asked) => {
  const unshown = unshownIn(asked.texts, (codePoint) => covered.has(codePoint))
  const answered: Answered = unshown ? { unshown } : { pdf: withOrWithoutLogo(asked) }
  parentPort!.postMessage(answered)
})
