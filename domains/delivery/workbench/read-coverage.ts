import { listLeftFiles, readLeftFiles } from '../../../execution/artifacts/left-files.ts'
import {
  type AddedLines,
  type CoverageFormat,
  coverageLimits,
  type CoveragePlace,
  type JudgedCoverage,
  measuresCoverage,
  moduleIn,
  defaultCoveragePaths,
  ReportError,
  isFixture,
  isProgram,
  isTestPath,
} from '../../../packages/verdict/index.ts'
import { judgeCoverageInThread } from '../../../execution/reports/coverage-thread.ts'
import type { Masking } from '../../../execution/masking/index.ts'
import { type Sandbox, worktreePath } from '../../../execution/sandbox/index.ts'
import type { CheckCoverage } from '../checks/index.ts'
import type { Check } from './check.ts'
import { reportAt } from './test-report.ts'

/** The lines that a change adds, and whether it has more of them. */
export interface AddedLinesInput {
  readonly lines: AddedLines
  readonly isCut: boolean
}

/** The check whose coverage is read. */
export interface Measuring {
  /** The added lines; undefined on the base, which has no change. */
  readonly added?: () => Promise<AddedLinesInput>
}

interface MeasuredCheck {
  readonly check: Pick<Check, 'coverage'>
  /** The command with the scripts that it runs. */
  readonly command: string
  /** Where it was asked to leave its coverage, outside of the worktree. */
  readonly asked: CoveragePlace | undefined
  /** When the command began. */
  readonly sinceMs: number
  readonly masking: Masking
  readonly measuring: Measuring
}

interface CoverageFiles {
  readonly format: CoverageFormat
  /** As people wrote it, or the usual place; null if it was asked for outside of the worktree. */
  readonly place: string | null
  readonly texts: readonly { readonly folder: string; readonly text: string }[]
}

/** The coverage of a check that ended; null if it measures none, and with a fault if it cannot be read. */
export const coverageOf = async (
  sandbox: Sandbox,
  signal: AbortSignal,
  measured: MeasuredCheck,
): Promise<CheckCoverage | null> => {
  const { check, command, asked, measuring, masking } = measured
  if (!check.coverage && !asked && !measuresCoverage(command)) return null
  try {
    const { format, place, texts } = await findCoverage(sandbox, signal, measured)
    const root = sandbox.path(worktreePath)
    const goMod = format === 'go' ? ((await reportAt(sandbox, signal, 'go.mod', 'read', false)) ?? '') : undefined
    const module = goMod === undefined ? undefined : moduleIn(goMod)
    const change = await measuring.added?.()
    const programs = new Set([...(change?.lines.keys() ?? [])].filter(isMeasured))
    const input = { format, root, module, texts, added: change?.lines, programs }
    const judged = await judgeCoverageInThread(input, sandbox.id, signal)
    if ('fault' in judged) throw new ReportError(judged.fault)
    return { format, path: place, ...judged, ...shownOf(judged, change?.isCut ?? false, masking) }
  } catch (error) {
    if (!(error instanceof ReportError)) throw error
    const format = check.coverage?.format ?? asked?.format ?? null
    return { format, path: check.coverage?.path ?? null, linesCovered: 0, linesTotal: 0, fault: error.message }
  }
}

const shownOf = ({ changed, missed }: JudgedCoverage, isCut: boolean, { text }: Masking) => ({
  ...(changed && { changed: { ...changed, isCut: changed.isCut || isCut } }),
  ...(missed && { missed: Object.fromEntries(Object.entries(missed).map(([path, count]) => [text(path), count])) }),
})

/** A program that a test runs, and no test: a test is run even if it proves nothing. */
const isMeasured = (path: string) => isProgram(path) && !isTestPath(path) && !isFixture(path)

const findCoverage = async (
  sandbox: Sandbox,
  signal: AbortSignal,
  { check: { coverage: declared }, command, asked, sinceMs }: MeasuredCheck,
): Promise<CoverageFiles> => {
  if (asked && !declared) {
    const text = await reportAt(sandbox, signal, asked.path, 'read', false)
    if (text === undefined) throw new ReportError('It is missing, or larger than 32 MiB.')
    return { format: asked.format, place: null, texts: [{ folder: '', text }] }
  }
  const places = declared ? [declared] : defaultCoveragePaths(command)
  const left = await listLeftFiles(sandbox, signal, { patterns: places.map(({ path }) => withoutDot(path)), sinceMs })
  if (!left) throw new ReportError('The files that the check left could not be listed.')
  if (declared) {
    if (left.more) throw new ReportError('There are more files than are looked through.')
    if (left.files.length === 0) throw new ReportError(`No file at ${declared.path} was written while the check ran.`)
    return { format: declared.format, place: declared.path, texts: await readAll(sandbox, signal, left.files) }
  }
  for (const { path, format } of places) {
    const files = left.files.filter((file) => file.path === withoutDot(path))
    if (files.length > 0) return { format, place: path, texts: await readAll(sandbox, signal, files) }
  }
  throw new ReportError(nowhere)
}

const nowhere =
  'The check left no coverage in a place where its runner usually leaves it. Name the file as `coverage` of the check.'

const withoutDot = (path: string) => path.replace(/^\.\//, '')

const filesMost = 200

const readAll = async (
  sandbox: Sandbox,
  signal: AbortSignal,
  files: readonly { readonly path: string; readonly sizeBytes: number }[],
): Promise<CoverageFiles['texts']> => {
  const mostBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (files.length > filesMost) throw new ReportError(`It is more than ${filesMost} files.`)
  if (mostBytes > coverageLimits.bytes) throw new ReportError('It is larger than 32 MiB.')
  const paths = files.map(({ path }) => path)
  const contents = await readLeftFiles(sandbox, signal, { paths, fileMostBytes: coverageLimits.bytes, mostBytes })
  return paths.map((path, at) => {
    const bytes = contents?.[at]
    if (!bytes) throw new ReportError('A file of it could not be read.')
    return { folder: path.slice(0, Math.max(0, path.lastIndexOf('/'))), text: bytes.toString('utf8') }
  })
}
