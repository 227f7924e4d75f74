import { ReportError } from '../reports/report.ts'

export const coverageFormats = ['lcov', 'cobertura', 'istanbul', 'go', 'jacoco'] as const
export type CoverageFormat = (typeof coverageFormats)[number]

/** Bounds of a coverage report, which untrusted programs write. */
export const coverageLimits = {
  bytes: 32 * 2 ** 20,
  lines: 1_000_000,
  files: 20_000,
  lineNumber: 10_000_000,
  pathChars: 500,
} as const

/** By its number, whether a line that can be run was run. A line counts as run where some of it was. */
export type FileLines = ReadonlyMap<number, boolean>

/**
 * A report's data on the lines of a repository. `files` is by path, relative to the root that the report was read with,
 * as far as it names files below it. A report that only sums up has none, and `sums` in their place.
 */
export interface Coverage {
  readonly files: ReadonlyMap<string, FileLines>
  /** The folders that the files may be below, each with a slash at its end, if the report does not name one. */
  readonly sources?: readonly string[]
  readonly sums?: Sums
}

/** Counts of executable lines, and of executed lines. */
export interface Sums {
  readonly linesCovered: number
  readonly linesTotal: number
}

/** Collects the lines of a report. A line that is listed twice counts as run if an entry marks it as run. */
export const collectLines = (root: string) => {
  const files = new Map<string, Map<number, boolean>>()
  let count = 0
  return {
    /** Adds a line of a file. One that no file has or no run counts is left out, and one of a file outside of the root. */
    add: (file: Map<number, boolean> | undefined, line: number | undefined, isRun: boolean | undefined): void => {
      if (!file || line === undefined || isRun === undefined) return
      const known = file.get(line)
      if (known === undefined && (count += 1) > coverageLimits.lines)
        throw new ReportError(`It names more than ${coverageLimits.lines} lines.`)
      if (known !== true) file.set(line, isRun)
    },
    /** The lines of a file, to be added to; undefined if it is outside of the root. */
    file: (path: string): Map<number, boolean> | undefined => {
      const inside = pathWithin(root, path)
      if (inside === undefined) return undefined
      const known = files.get(inside)
      if (known) return known
      if (files.size >= coverageLimits.files) throw new ReportError(`It names more than ${coverageLimits.files} files.`)
      const added = new Map<number, boolean>()
      files.set(inside, added)
      return added
    },
    coverage: (): Coverage => ({ files }),
  }
}

/** A path relative to `root`; undefined for a path that leads out of it, or that no file in a repository has. */
export const pathWithin = (root: string, path: string): string | undefined => {
  if (path.length > coverageLimits.pathChars + root.length || /[\x00-\x1f\x7f]/.test(path)) return undefined
  const slashed = path.replaceAll('\\', '/')
  const inside = slashed.startsWith(`${root}/`) ? slashed.slice(root.length + 1) : slashed
  if (/^(?:\/|[A-Za-z][\w+.-]*:)/.test(inside)) return undefined
  const names = inside.split('/').filter((name) => name !== '' && name !== '.')
  return names.length === 0 || names.includes('..') ? undefined : names.join('/').toWellFormed()
}

/** The number of a line; undefined for an impossible number. */
export const lineIn = (text: string | undefined): number | undefined => {
  const line = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0
  return line < 1 || line > coverageLimits.lineNumber ? undefined : line
}

/**
 * Whether something ran, by how often; undefined for an invalid number of runs, such as the negative counts of gcov.
 * Runners count beyond 15 digits, and some write a rounded number: more than none is enough.
 */
export const isRunIn = (text: string | undefined): boolean | undefined =>
  text !== undefined && /^\d{1,40}(?:\.\d{1,10})?(?:e\+?\d{1,3})?$/i.test(text) ? /[1-9]/.test(text) : undefined

/** The lines of all files, or the sums in the report itself. */
export const sumsOf = ({ files, sums }: Coverage): Sums => {
  if (sums) return sums
  let linesCovered = 0
  let linesTotal = 0
  for (const lines of files.values()) {
    linesTotal += lines.size
    for (const isRun of lines.values()) if (isRun) linesCovered += 1
  }
  return { linesCovered, linesTotal }
}
