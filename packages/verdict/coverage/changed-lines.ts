import type { AddedLines } from './added-lines.ts'
import type { Coverage, FileLines, Sums } from './coverage.ts'

/** From and to a line, both included. */
export type LineRange = readonly [from: number, to: number]

/** Coverage of the lines that a change adds. Lines that cannot be run, as comments, count nowhere. */
export interface ChangedLines extends Sums {
  /** The lines that were not run, by file; the first ones of a large change. */
  readonly missed: readonly { readonly path: string; readonly lines: readonly LineRange[] }[]
  /** Changed files that the report does not name: it is unknown whether their lines were run. */
  readonly notMeasured: readonly string[]
  /** Whether there is more than is listed here. */
  readonly isCut: boolean
}

/** A report, and the folder that it was found in: tools of a part of a repository name files from that part on. */
export interface PlacedCoverage {
  readonly coverage: Coverage
  readonly folder: string
  /** Whether files are named by their package, below a folder of sources that the report does not name. */
  readonly isByPackage: boolean
}

const filesMost = 50
const rangesMost = 100

/** Compares added lines with executed lines. `isProgram`: whether a file that no report names should be in one. */
export const changedLines = (
  reports: readonly PlacedCoverage[],
  added: AddedLines,
  isProgram: (path: string) => boolean,
): ChangedLines => {
  const missed: ChangedLines['missed'][number][] = []
  const notMeasured: string[] = []
  let linesCovered = 0
  let linesTotal = 0
  let isCut = false
  for (const [path, numbers] of added) {
    if (numbers.length === 0) continue
    const found = reports.flatMap((report) => linesOf(report, path) ?? [])
    if (found.length === 0) {
      if (!isProgram(path)) continue
      if (notMeasured.length < filesMost) notMeasured.push(path)
      else isCut = true
      continue
    }
    const known = numbers.filter((line) => found.some((lines) => lines.has(line)))
    const notRun = known.filter((line) => !found.some((lines) => lines.get(line) === true))
    linesTotal += known.length
    linesCovered += known.length - notRun.length
    if (notRun.length === 0) continue
    const ranges = rangesOf(notRun)
    if (ranges.length > rangesMost || missed.length >= filesMost) isCut = true
    if (missed.length < filesMost) missed.push({ path, lines: ranges.slice(0, rangesMost) })
  }
  return { linesCovered, linesTotal, missed, notMeasured, isCut }
}

/** The lines of a file of the repository in a report; undefined if the report does not have it. */
const linesOf = ({ coverage, folder, isByPackage }: PlacedCoverage, path: string): FileLines | undefined => {
  const { files, sources = [''] } = coverage
  const names = folder.split('/').filter((name) => name !== '')
  const above = names.map((_name, at) => `${names.slice(0, names.length - at).join('/')}/`)
  const starts = ['', ...above].flatMap((base) => sources.map((source) => base + source))
  const known = starts.find((start) => path.startsWith(start) && files.has(path.slice(start.length)))
  if (known !== undefined) return files.get(path.slice(known.length))
  // A bare name is in many packages.
  const ends = isByPackage ? path.split('/').map((_name, at, own) => own.slice(at).join('/')) : []
  const lines = ends.slice(1, -1).map((end) => files.get(end))
  return lines.find((one) => one !== undefined)
}

const rangesOf = (lines: readonly number[]): LineRange[] => {
  const ranges: [number, number][] = []
  for (const line of lines) {
    const last = ranges.at(-1)
    if (last?.[1] === line - 1) last[1] = line
    else ranges.push([line, line])
  }
  return ranges
}
