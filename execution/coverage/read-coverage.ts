import { ReportError } from '../reports/index.ts'
import { type Coverage, type CoverageFormat, coverageLimits } from './coverage.ts'
import { readGoProfile } from './go.ts'
import { readIstanbul } from './istanbul.ts'
import { readLcov } from './lcov.ts'
import { readCobertura, readJacoco } from './xml-coverage.ts'

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
