import type { CoverageFormat } from './coverage.ts'

/** A file that a command writes its coverage to: a path in the worktree, with stars, and how it is written. */
export interface CoveragePlace {
  readonly path: string
  readonly format: CoverageFormat
}

// The first existing file is read: all have the same content, and the last has no lines.
const places: readonly CoveragePlace[] = [
  { path: 'coverage/lcov.info', format: 'lcov' },
  { path: 'coverage/coverage-final.json', format: 'istanbul' },
  { path: 'coverage/cobertura-coverage.xml', format: 'cobertura' },
  { path: 'lcov.info', format: 'lcov' },
  { path: 'coverage.lcov', format: 'lcov' },
  { path: 'coverage.xml', format: 'cobertura' },
  { path: 'cobertura.xml', format: 'cobertura' },
  { path: 'cover.out', format: 'go' },
  { path: 'coverage.out', format: 'go' },
  { path: 'target/site/jacoco/jacoco.xml', format: 'jacoco' },
  { path: 'build/reports/jacoco/test/jacocoTestReport.xml', format: 'jacoco' },
  { path: 'coverage/coverage-summary.json', format: 'istanbul' },
]

const measures = /\bcov(?:erage)?\b|\bcover(?:mode|pkg|profile)?\b|\bnyc\b|\bc8\b|\bjacoco|\btarpaulin\b|\bllvm-cov\b/i

/** True if a command, by its words, measures coverage. */
export const measuresCoverage = (command: string): boolean => measures.test(command)

// A path of the repository as a shell takes it without quotes.
const plainPath = String.raw`(?:\./)?(?!/)(?!(?:\S*/)?\.\.(?:/|\s|$))([\w.@+/-]{1,300})`
const named: readonly (readonly [RegExp, CoverageFormat])[] = [
  [new RegExp(String.raw`\s--?coverprofile[= ]${plainPath}(?=\s|$)`), 'go'],
  [new RegExp(String.raw`\s--cov-report[= ]xml:${plainPath}(?=\s|$)`), 'cobertura'],
  [new RegExp(String.raw`\s--cov-report[= ]lcov:${plainPath}(?=\s|$)`), 'lcov'],
]

/** Returns the paths at which a command leaves its coverage: named in it, else the usual paths of its runner. */
export const defaultCoveragePaths = (command: string): readonly CoveragePlace[] => {
  const found = named.flatMap(([pattern, format]) => {
    const path = pattern.exec(` ${command}`)?.[1]
    return path === undefined ? [] : [{ path, format }]
  })
  return [...found, ...places]
}
