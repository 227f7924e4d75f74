import { ReportError } from '../reports/index.ts'
import { scanXml } from '../reports/xml.ts'
import { collectLines, type Coverage, isRunIn, lineIn } from './coverage.ts'

const bounds = { elementsMost: 2_000_000, allowsDocumentType: true }

/**
 * Reads Cobertura XML, as coverage.py, istanbul, coverlet and tarpaulin write it. Names of files are relative to the
 * one source that it names, if that is below `root`. Lines of methods are those of their class again, or, as istanbul
 * writes them, where a function is declared, which is no line that runs.
 */
export const readCobertura = (text: string, root: string): Coverage => {
  const [source, isSingle] = sourceIn(text)
  const folder = isSingle && source.startsWith(`${root}/`) ? `${source.slice(root.length + 1)}/` : ''
  const lines = collectLines(root)
  let file: ReturnType<typeof lines.file>
  const top = { isReport: false, isInMethod: false }
  const enter = (name: string, { filename = '', number, hits }: Attributes) => {
    if (name === 'coverage') top.isReport = true
    else if (name === 'class') file = lines.file(isAbsolute(filename) ? filename : `${folder}${filename}`)
    else if (name === 'method') top.isInMethod = true
    else if (name === 'line' && !top.isInMethod) lines.add(file, lineIn(number), isRunIn(hits))
  }
  const leave = (name: string) => {
    if (name === 'method') top.isInMethod = false
    if (name === 'class') file = undefined
  }
  scanXml(text, { enter, leave }, bounds)
  if (!top.isReport) throw new ReportError('It is no Cobertura report.')
  return lines.coverage()
}

const isAbsolute = (path: string) => /^(?:[\\/]|[A-Za-z]:)/.test(path)

/** The first source of a report, and whether it is the only one. */
const sourceIn = (text: string): readonly [string, boolean] => {
  const found = [...text.slice(0, headMostChars).matchAll(/<source>([^<]{0,500})<\/source>/g)]
  return [(found[0]?.[1] ?? '').trim().replace(/(?<!\/)\/+$/, ''), found.length === 1]
}
const headMostChars = 64 * 1024

/** Reads the XML of JaCoCo; a file is named by its package: `com/example/Cart.java`. */
export const readJacoco = (text: string, root: string): Coverage => {
  const lines = collectLines(root)
  const top = { isReport: false }
  let folder = ''
  let file: ReturnType<typeof lines.file>
  const enter = (name: string, { name: called, nr, ci }: Attributes) => {
    if (name === 'report') top.isReport = true
    else if (name === 'package') folder = called ? `${called}/` : ''
    else if (name === 'sourcefile') file = lines.file(`${folder}${called ?? ''}`)
    else if (name === 'line') lines.add(file, lineIn(nr), isRunIn(ci))
  }
  const leave = (name: string) => {
    if (name === 'sourcefile') file = undefined
  }
  scanXml(text, { enter, leave }, bounds)
  if (!top.isReport) throw new ReportError('It is no JaCoCo report.')
  return lines.coverage()
}

type Attributes = Readonly<Record<string, string | undefined>>
