import type { ReportFormat } from '../../../packages/verdict/index.ts'
import type { NotProbed, ProbeFile, ProbeRun, ProbeSubject } from '../probe.ts'
import { ownRun } from './own-run.ts'
import { notProbedReasons } from '../not-probed.ts'

/** A run over copies of test files, and the shape of its report, which follows the records in the result. */
export interface RunOfCopies {
  readonly run: ProbeRun
  readonly format: ReportFormat | undefined
}

interface CopyFiles {
  /** Laid over the tree: the copies, or the program that makes them. */
  readonly files: readonly ProbeFile[]
  /** The Python program that makes the copies, with its arguments. */
  readonly maker?: string
}

/** The run of `copies`. Records go to the result as they come; the report of the runner follows {@link reportMark}. */
export const runOfCopies = (
  subject: ProbeSubject,
  copies: readonly string[],
  { files, maker }: CopyFiles,
): RunOfCopies | NotProbed => {
  const result = `probe_${subject.nonce}.jsonl`
  const report = `probe_${subject.nonce}.report`
  const own = ownRun(subject, copies, report)
  if (!own) return { notProbed: notProbedReasons.commandUnknown }
  const steps = [
    `export ATELIER_PROBE="$PWD/${result}" ATELIER_REPORT="$PWD/${report}" PATH="$PWD/node_modules/.bin:$PATH"`,
    ...(maker ? [`${own.interpreter} ${maker}`] : []),
    own.command,
    `printf '\\n%s\\n' '${reportMark(subject.nonce)}' >> "$ATELIER_PROBE"`,
    `cat "$ATELIER_REPORT" >> "$ATELIER_PROBE"`,
  ]
  return { run: { files, command: steps.join('; '), resultPath: result }, format: own.format }
}

export const isNotProbed = (planned: object): planned is NotProbed => 'notProbed' in planned

/** Between the records of a result and the report of the runner. */
const reportMark = (nonce: string) => `report ${nonce}`

interface ResultParts {
  readonly records: string
  readonly report: string
  /** Whether the run came to its end. */
  readonly isWhole: boolean
}

/** The records and the report of a result. */
export const partsOf = (result: string, nonce: string): ResultParts => {
  const [records = '', report] = result.split(`\n${reportMark(nonce)}\n`)
  return { records, report: report ?? '', isWhole: report !== undefined }
}
