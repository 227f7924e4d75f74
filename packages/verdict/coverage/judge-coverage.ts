import { ReportError } from '../reports/report.ts'
import type { AddedLines } from './added-lines.ts'
import { changedLines, type ChangedLines, type PlacedCoverage } from './changed-lines.ts'
import { type CoverageFormat, coverageLimits, type Sums, sumsOf } from './coverage.ts'
import { readCoverage } from './read-coverage.ts'

/** The coverage files of a check, and the change that they are compared with. */
export interface LeftCoverage {
  readonly format: CoverageFormat
  /** The folder that absolute paths are made relative to. */
  readonly root: string
  /** How Go calls it. */
  readonly module: string | undefined
  /** Each text with its folder. */
  readonly texts: readonly { readonly folder: string; readonly text: string }[]
  /** Undefined without a change. */
  readonly added: AddedLines | undefined
  /** The changed files that a report should name. */
  readonly programs: ReadonlySet<string>
}

export interface JudgedCoverage extends Sums {
  /** Undefined without a change, or if no report has lines. */
  readonly changed?: ChangedLines
  /** Number of lines in each file that were not run, if any; undefined if there are too many files. */
  readonly missed?: Readonly<Record<string, number>>
}

/** Why a coverage could not be read, in a sentence. */
export interface CoverageFault {
  readonly fault: string
}

/** Reads all reports of a check and holds the lines that a change adds against them. */
export const judgeCoverage = (left: LeftCoverage): JudgedCoverage | CoverageFault => {
  try {
    const { added, programs } = left
    const reports = readAll(left)
    const hasLines = reports.every(({ coverage }) => coverage.sums === undefined)
    return {
      ...reports.map(({ coverage }) => sumsOf(coverage)).reduce(together),
      ...(added && hasLines && { changed: changedLines(reports, added, (path) => programs.has(path)) }),
      ...missedIn(reports),
    }
  } catch (error) {
    if (!(error instanceof ReportError)) throw error
    return { fault: error.message }
  }
}

const readAll = ({ format, root, module, texts }: LeftCoverage): PlacedCoverage[] => {
  const reports: PlacedCoverage[] = []
  let lines = 0
  for (const { folder, text } of texts) {
    const coverage = readCoverage(format, text, root, module)
    for (const { size } of coverage.files.values()) lines += size
    if (lines > coverageLimits.lines) throw new ReportError(`It names more than ${coverageLimits.lines} lines.`)
    reports.push({ coverage, folder, isByPackage: format === 'jacoco' })
  }
  if (reports.length === 0) throw new ReportError('There is no coverage report.')
  return reports
}

const together = (one: Sums, other: Sums): Sums => ({
  linesCovered: one.linesCovered + other.linesCovered,
  linesTotal: one.linesTotal + other.linesTotal,
})

// It is kept beside the log of the check.
const missedFilesMost = 5_000

const missedIn = (reports: readonly PlacedCoverage[]): Pick<JudgedCoverage, 'missed'> => {
  const missed = new Map<string, number>()
  for (const { coverage } of reports)
    for (const [path, lines] of coverage.files) {
      let count = 0
      for (const isRun of lines.values()) if (!isRun) count += 1
      if (count > 0) missed.set(path, (missed.get(path) ?? 0) + count)
    }
  return missed.size > missedFilesMost ? {} : { missed: Object.fromEntries(missed) }
}
