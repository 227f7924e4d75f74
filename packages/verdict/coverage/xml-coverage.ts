import { ReportError } from '../reports/report.ts'
import { scanXml } from '../reports/xml.ts'
import { collectLines, type Coverage, type FileLines, isRunIn, lineIn, pathWithin } from './coverage.ts'

const bounds = { elementsMost: 2_000_000, allowsDocumentType: true }

/**
 * Reads Cobertura XML, as coverage.py, istanbul, coverlet and tarpaulin write it. Names of files are relative to the
 * source that it names, or to one of several: a file that two of them have, whose lines are mixed, is left out. Lines
 * in methods repeat lines of their class, or, as istanbul writes them, are declarations of functions, which do not run.
 */
export const readCobertura = (text: string, root: string): Coverage => {
  const sources = sourcesIn(text, root)
  const folder = sources.length === 1 ? sources[0]! : ''
  const lines = collectLines(root)
  const mixed = new Set<FileLines>()
  let file: ReturnType<typeof lines.file>
  let own = new Set<number>()
  const top = { isReport: false, isInMethod: false, isWhole: false }
  const add = (line: number | undefined, isRun: boolean | undefined) => {
    if (!file || line === undefined) return
    if (sources.length > 1 && file.has(line) && !own.has(line)) mixed.add(file)
    lines.add(file, line, isRun)
    own.add(line)
  }
  const enter = (name: string, { filename = '', number, hits }: Attributes) => {
    if (name === 'coverage') top.isReport = true
    else if (name === 'class') {
      top.isWhole ||= isAbsolute(filename)
      file = lines.file(isAbsolute(filename) ? filename : `${folder}${filename}`)
      own = new Set()
    } else if (name === 'method') top.isInMethod = true
    else if (name === 'line' && !top.isInMethod) add(lineIn(number), isRunIn(hits))
  }
  const leave = (name: string) => {
    if (name === 'method') top.isInMethod = false
    if (name === 'class') file = undefined
  }
  scanXml(text, { enter, leave }, bounds)
  if (!top.isReport) throw new ReportError('It is no Cobertura report.')
  const { files } = lines.coverage()
  const known = new Map([...files].filter(([, found]) => !mixed.has(found)))
  return sources.length > 1 ? { files: known, sources: top.isWhole ? ['', ...sources] : sources } : { files }
}

const isAbsolute = (path: string) => /^(?:[\\/]|[A-Za-z]:)/.test(path)

/** The sources of a report as folders below the root, each with a slash at its end; the root itself is an empty text. */
const sourcesIn = (text: string, root: string): readonly string[] => {
  const named = [...text.slice(0, headMostChars).matchAll(/<source>([^<]{0,500})<\/source>/g)]
  const folders = named.slice(0, sourcesMost).map(([, source]) => {
    const folder = pathWithin(root, source!.trim())
    return folder === undefined ? '' : `${folder}/`
  })
  return [...new Set(folders)]
}
const headMostChars = 64 * 1024
const sourcesMost = 50

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
