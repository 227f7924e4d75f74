import { isTap, ReportError, type Reporting, reportLimits } from '../../../packages/verdict/index.ts'
import { readReport } from '../../../execution/reports/report-thread.ts'
import type { Sandbox } from '../../../execution/sandbox/index.ts'
import { decodeLines } from '../../../packages/charsets/index.ts'
import type { CheckReport } from '../checks/index.ts'

export interface ExpectedReport extends Pick<Reporting, 'runner' | 'format' | 'from'> {
  readonly path: string
  /** Whether `path` may stand for several files of the worktree. */
  readonly isPattern: boolean
}

const keptMostBytes = 8 * 2 ** 20
const readMs = 30_000

/** Collects the output of a command, up to the limit of a report. */
export const collectOutput = (isWanted: boolean) => {
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  let bytes = 0
  return {
    add: (stream: 'stdout' | 'stderr', chunk: Buffer): void => {
      bytes += chunk.length
      if (isWanted && bytes <= reportLimits.bytes) chunks[stream].push(chunk)
    },
    /** The text of the streams; undefined if it was more than is read. */
    text: (streams: readonly (keyof typeof chunks)[] = ['stdout', 'stderr']) =>
      bytes > reportLimits.bytes
        ? undefined
        : streams.map((stream) => decodeLines(Buffer.concat(chunks[stream]))).join('\n'),
  }
}

/** Reads the requested report. A missing or unreadable report is marked as such and has no tests. */
export const reportOf = async (
  sandbox: Sandbox,
  signal: AbortSignal,
  wanted: ExpectedReport,
  output: ReturnType<typeof collectOutput>,
  root: string,
): Promise<CheckReport> => {
  const { runner, format, from, path } = wanted
  const text = from === 'output' ? output.text() : await reportAt(sandbox, signal, path, 'read', wanted.isPattern)
  try {
    if (text === undefined) throw new ReportError('It is missing, or larger than 32 MiB.')
    const { tests } = await readReport({ format, text, root }, sandbox.id, signal)
    // PostgreSQL keeps it beside the log of the check.
    if (JSON.stringify(tests).length > keptMostBytes) throw new ReportError('It is larger than what is kept.')
    return { runner, tests }
  } catch (error) {
    if (!(error instanceof ReportError)) throw error
    const isKept = JSON.stringify(error.tests).length <= keptMostBytes
    return { runner, tests: isKept ? [...error.tests] : [], fault: error.message }
  }
}

/** The tests of a command that was not asked for a report and prints TAP; null if it prints none that is whole. */
export const printedReport = async (
  sandbox: Sandbox,
  signal: AbortSignal,
  output: ReturnType<typeof collectOutput>,
  root: string,
): Promise<CheckReport | null> => {
  const text = output.text(['stdout'])
  if (text === undefined || !isTap(text)) return null
  const asked = { runner: 'TAP', format: 'tap', from: 'output', path: '', isPattern: false } as const
  const report = await reportOf(sandbox, signal, asked, { ...output, text: () => text }, root)
  return report.fault === undefined ? report : null
}

/** Reads or removes a report inside of the sandbox: a link there reaches only files that a check could read itself. */
export const reportAt = async (
  sandbox: Sandbox,
  signal: AbortSignal,
  path: string,
  act: 'read' | 'remove',
  isPattern = true,
): Promise<string | undefined> => {
  // The pattern contains no special character of the shell but *: the contract limits its characters.
  const files = isPattern ? `./${path}` : `'${path}'`
  const output = collectOutput(true)
  const { exitCode, stoppedBy } = await sandbox.run({
    argv: ['sh', '-c', act === 'read' ? `cat ${files}` : `rm -f ${files}`],
    wallMs: readMs,
    outputBytes: reportLimits.bytes + 2 ** 16,
    signal,
    onOutput: output.add,
  })
  signal.throwIfAborted()
  return exitCode === 0 && !stoppedBy ? output.text() : undefined
}
