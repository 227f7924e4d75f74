import { ReportError } from '../reports/index.ts'
import { collectLines, type Coverage, lineIn, type Sums } from './coverage.ts'
import { foreignJson } from '../../platform/contract/json.ts'

type Fields = Readonly<Record<string, unknown>>

/** Reads what istanbul writes: `coverage-final.json`, or `coverage-summary.json`, which has sums and no lines. */
export const readIstanbul = (text: string, root: string): Coverage => {
  const entries = Object.entries(objectIn(text))
  const total = entries.find(([path]) => path === 'total')?.[1]
  if (isObject(total)) return { files: new Map(), sums: sumsIn(total) }
  if (entries.length === 0) throw new ReportError('It names no file.')
  const lines = collectLines(root)
  for (const [path, entry] of entries) {
    const { statementMap, s: counts } = isObject(entry) ? entry : {}
    if (!isObject(statementMap) || !isObject(counts)) throw new ReportError('It is no coverage of istanbul.')
    const file = lines.file(path)
    for (const [id, place] of Object.entries(statementMap)) {
      const start = isObject(place) ? place.start : undefined
      const count = Object.hasOwn(counts, id) ? counts[id] : undefined
      if (!isObject(start) || !isCount(count)) throw new ReportError('It is no coverage of istanbul.')
      lines.add(file, lineIn(String(start.line)), count > 0)
    }
  }
  return lines.coverage()
}

const sumsIn = ({ lines }: Fields): Sums => {
  const { total, covered } = isObject(lines) ? lines : {}
  if (!isSum(total) || !isSum(covered) || covered > total) throw new ReportError('Its totals are inconsistent.')
  return { linesCovered: covered, linesTotal: total }
}

const objectIn = (text: string): Fields => {
  let value: unknown
  try {
    value = foreignJson(text)
  } catch {
    throw new ReportError('It is not finished, or no JSON.')
  }
  if (!isObject(value)) throw new ReportError('It is no coverage of istanbul.')
  return value
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0
// PostgreSQL and the interface hold it as an integer.
const isSum = (value: unknown): value is number => isCount(value) && Number.isInteger(value) && value < 2 ** 31
