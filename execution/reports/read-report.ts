import { readCargo } from './cargo.ts'
import { readGo } from './go.ts'
import { readJest } from './jest.ts'
import { readJunit } from './junit.ts'
import { readMocha } from './mocha.ts'
import { ReportError, reportLimits, type ReportFormat, type TestReport } from './report.ts'
import { readTap } from './tap.ts'

const readers: Readonly<Record<ReportFormat, (text: string, root: string) => TestReport>> = {
  junit: readJunit,
  tap: readTap,
  vitest: readJest,
  jest: readJest,
  mocha: readMocha,
  go: readGo,
  cargo: readCargo,
}

/**
 * The tests that a report names. `root` is the folder that absolute paths in it are made relative to.
 * Throws a ReportError for a text that is empty, larger than `reportLimits.bytes`, unfinished, or not of its format.
 */
export const readReport = (format: ReportFormat, text: string, root: string): TestReport => {
  if (text.trim() === '') throw new ReportError('It is empty.')
  if (text.length > reportLimits.bytes) throw new ReportError('It is larger than 32 MiB.')
  return readers[format](text, root)
}

interface AskedReport {
  readonly format: ReportFormat
  readonly text: string
  readonly root: string
}

/** `readReport` for report-thread.ts: a fault is a value. */
export const readTests = ({ format, text, root }: AskedReport): TestReport | { readonly fault: string } => {
  try {
    return readReport(format, text, root)
  } catch (error) {
    if (error instanceof ReportError) return { fault: error.message }
    throw error
  }
}
