import { ReportError } from '../reports/report.ts'
import { type Coverage, type CoverageFormat, coverageLimits, collectLines, isRunIn, lineIn } from './coverage.ts'
import { readGoProfile } from './go.ts'
import { isObject, type Fields } from '../reports/json.ts'
import { readCobertura, readJacoco } from './xml-coverage.ts'
import { jsonOf } from '../../foreign-json/index.ts'

/** Reads what istanbul writes: `coverage-final.json`, or `coverage-summary.json`, which has sums and no lines. */
const readIstanbul = (text: string, root: string): Coverage => {
  const entries = Object.entries(objectIn(text))
  const total = entries.find(([path]) => path === 'total')?.[1]
  if (isObject(total)) return { files: new Map(), sums: sumsIn(total) }
  if (entries.length === 0) throw new ReportError('It names no file.')
  const lines = collectLines(root)
  let isReport = false
  for (const [path, entry] of entries) {
    const { statementMap, s: counts } = isObject(entry) ? entry : {}
    if (!isObject(statementMap) || !isObject(counts)) continue
    isReport = true
    const file = lines.file(path)
    for (const [id, place] of Object.entries(statementMap)) {
      const start = isObject(place) ? place.start : undefined
      const count = Object.hasOwn(counts, id) ? counts[id] : undefined
      if (isObject(start) && isCount(count)) lines.add(file, lineIn(String(start.line)), count > 0)
    }
  }
  if (!isReport) throw new ReportError('It is no coverage of istanbul.')
  return lines.coverage()
}

const sumsIn = ({ lines }: Fields): Coverage['sums'] => {
  const { total, covered } = isObject(lines) ? lines : {}
  if (!isSum(total) || !isSum(covered) || covered > total) throw new ReportError('Its totals are inconsistent.')
  return { linesCovered: covered, linesTotal: total }
}

const objectIn = (text: string): Fields => {
  const value = jsonOf(text)
  if (value === undefined) throw new ReportError('It is not finished, or no JSON.')
  if (!isObject(value)) throw new ReportError('It is no coverage of istanbul.')
  return value
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0
// PostgreSQL and the interface hold it as an integer.
const isSum = (value: unknown): value is number => isCount(value) && Number.isInteger(value) && value < 2 ** 31

/** Reads an lcov tracefile, as node, vitest, jest, c8, coverage.py and cargo llvm-cov write it. */
const readLcov = (text: string, root: string): Coverage => {
  const lines = collectLines(root)
  let file: ReturnType<typeof lines.file>
  let isOpen = false
  let isReport = false
  for (const line of linesOf(text)) {
    if (!isReport && (line.startsWith('#') || line.trim() === '')) continue
    if (!isReport && !/^(?:TN|SF):/.test(line)) throw new ReportError('It is no lcov report.')
    isReport = true
    if (line.startsWith('SF:')) {
      file = lines.file(line.slice(3))
      isOpen = true
    } else if (line === 'end_of_record') {
      file = undefined
      isOpen = false
    } else if (line.startsWith('DA:')) {
      const [number, count] = line.slice(3).split(',', 3)
      lines.add(file, lineIn(number), isRunIn(count))
    }
  }
  if (isOpen) throw new ReportError('It is not finished.')
  return lines.coverage()
}

function* linesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const found = text.indexOf('\n', at)
    const end = found === -1 ? text.length : found
    yield text.slice(at, text[end - 1] === '\r' ? end - 1 : end)
    at = end + 1
  }
}

const readers: Readonly<Record<CoverageFormat, (text: string, root: string, module?: string) => Coverage>> = {
  lcov: readLcov,
  cobertura: readCobertura,
  istanbul: readIstanbul,
  go: readGoProfile,
  jacoco: readJacoco,
}

/**
 * The lines that a report names. `root` is the folder that absolute paths in it are made relative to; `module` is how
 * Go calls it. Throws a ReportError for a text that is empty, larger than `coverageLimits.bytes`, unfinished, not of its
 * format, or that names no line of a file below the root.
 */
export const readCoverage = (format: CoverageFormat, text: string, root: string, module?: string): Coverage => {
  if (text.trim() === '') throw new ReportError('It is empty.')
  if (text.length > coverageLimits.bytes) throw new ReportError('It is larger than 32 MiB.')
  const coverage = readers[format](text, root, module)
  if (!coverage.sums && [...coverage.files.values()].every(({ size }) => size === 0))
    throw new ReportError('It names no line of a file of the repository.')
  return coverage
}
