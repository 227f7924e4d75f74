import type { ReportFormat } from '../../../packages/verdict/index.ts'
import { notProbedReasons, type NotProbed, type ProbeFile, type ProbeRun, type ProbeSubject } from '../probe.ts'
import { ownRun } from './own-run.ts'

/** A run over copies of test files. */
export interface RunOfCopies {
  readonly run: ProbeRun
  /** The paths of the copies. */
  readonly copies: readonly string[]
  /** The shape of its report, which follows the records in the result. */
  readonly format: ReportFormat | undefined
}

/** Copies of test files, or a Python program that makes them by a plan, whose file is its argument. */
type Copies =
  | { readonly files: readonly ProbeFile[] }
  | { readonly copies: readonly string[]; readonly program: string; readonly plan: object }

/** The run of copies. Records go to the result as they come; the report of the runner follows {@link reportMark}. */
export const runOfCopies = (subject: ProbeSubject, source: Copies): RunOfCopies | NotProbed => {
  const name = `probe_${subject.nonce}`
  const result = `${name}.jsonl`
  const report = `${name}.report`
  const maker = `${name}.py`
  const input = `${name}.json`
  const copies = 'files' in source ? source.files.map(({ path }) => path) : source.copies
  const own = ownRun(subject, copies, report)
  if (!own) return { notProbed: notProbedReasons.commandUnknown }
  const files =
    'files' in source
      ? source.files
      : [
          { path: maker, text: source.program },
          { path: input, text: JSON.stringify(source.plan) },
        ]
  const steps = [
    `export ATELIER_PROBE="$PWD/${result}" ATELIER_REPORT="$PWD/${report}" PATH="$PWD/node_modules/.bin:$PATH"`,
    ...('plan' in source ? [`${own.interpreter} '${maker}' '${input}'`] : []),
    own.command,
    `printf '\\n%s\\n' '${reportMark(subject.nonce)}' >> "$ATELIER_PROBE"`,
    `cat "$ATELIER_REPORT" >> "$ATELIER_PROBE"`,
  ]
  return { run: { files, command: steps.join('; '), resultPath: result }, copies, format: own.format }
}

export const isNotProbed = (planned: object): planned is NotProbed => 'notProbed' in planned

/** Between the records of a result and the report of the runner. */
const reportMark = (nonce: string) => `report ${nonce}`

/** The records and the report of a result; `isWhole` if the run came to its end. */
export const partsOf = (result: string, nonce: string) => {
  const [records = '', report] = result.split(`\n${reportMark(nonce)}\n`)
  return { records, report: report ?? '', isWhole: report !== undefined }
}
