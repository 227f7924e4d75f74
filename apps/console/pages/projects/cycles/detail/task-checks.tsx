import { Glyph } from '../../../../parts/text/glyph.tsx'
import { FileLocation } from '../../../../parts/files/file-location.tsx'
import { useServerWords } from '../../../../words/server/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import type { Evidence } from '../review/review-files.ts'
import { CheckTable, type Check, Coverage } from './check-table.tsx'
import { AcceptanceTable, ExaminationTable, KeepTestsAction } from './extra-tests.tsx'
import { EvidenceFrame } from './evidence-frame.tsx'
import type { Task } from './cycle-tasks.ts'
import { useFormat } from '../../../../format.ts'
import { State } from '../../../../parts/feedback/state.tsx'
import { useCoverageWords } from '../../../../words/coverage/index.ts'
import '../../../../parts/request-decision/decision.css'

interface TaskChecksProps {
  readonly task: Task
  /** Whether the page has the table of the checks already. */
  readonly isTableAbove: boolean
  /** Whether the page has the findings of the review already. */
  readonly areFindingsAbove: boolean
}

/** The checks, probes and extra tests of a task, with their findings and logs. */
export const TaskChecks = ({ task, isTableAbove, areFindingsAbove }: TaskChecksProps) => (
  <EvidenceFrame task={task}>
    {(evidence) => {
      const { checks, verdict } = evidence
      const { examination, acceptance } = verdict ?? {}
      return (
        <>
          {isTableAbove ? null : <CheckTable checks={checks} />}
          {verdict ? <ProbeTable probes={verdict.probes} /> : null}
          {acceptance ? <AcceptanceTable acceptance={acceptance} /> : null}
          {examination ? <ExaminationTable examination={examination} /> : null}
          {acceptance || examination ? <KeepTestsAction task={task} evidence={evidence} /> : null}
          <Coverage checks={checks} />
          {verdict && !areFindingsAbove ? <Verdict verdict={verdict} /> : null}
          <Logs checks={checks} />
        </>
      )
    }}
  </EvidenceFrame>
)

/** A finding of a rule or a model; only rules name a kind. */
interface FindingPlace {
  readonly kind?: string
  readonly reason: string
  readonly path?: string
  readonly line?: number
}

/** The order of the logs of a check. */
const phases: readonly Check['phase'][] = ['task', 'base', 'base_tests', 'new_tests']

const Verdict = ({ verdict }: { readonly verdict: NonNullable<Evidence['verdict']> }) => {
  const words = useWords().cycle
  const { worded, finding } = useServerWords()
  const { provedBy, reasons, findings, modelReview } = verdict
  const places: readonly FindingPlace[] = [...findings, ...(modelReview?.findings ?? [])]
  const kindOf = (reason: string) => findings.find((one) => one.reason === reason)?.kind
  return (
    <div className="pad verdict-text">
      {provedBy.length > 0 ? <p>{words.provedBy(provedBy.join(', '))}</p> : null}
      {reasons.map((reason) => (
        <p key={reason} dir="auto">
          {finding({ kind: kindOf(reason), reason })}
        </p>
      ))}
      {modelReview ? <p dir="auto">{worded(modelReview.summary)}</p> : null}
      {places.length > 0 ? <h3>{words.findings(places.length)}</h3> : null}
      <ul className="reasons">
        {places.map(({ kind, reason, path, line }, at) => (
          <li key={at}>
            <Glyph name="doubt" />
            <span dir="auto">
              {finding({ kind, reason })} {path === undefined ? null : <FileLocation path={path} line={line} />}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The output of each run of the checks, behind one line unless a check failed. */
const Logs = ({ checks }: { readonly checks: readonly Check[] }) => {
  const words = useWords().cycle
  const printed = [...Map.groupBy(checks, ({ name }) => name).values()]
    .flatMap((runs) => runs.toSorted((one, other) => phases.indexOf(one.phase) - phases.indexOf(other.phase)))
    .filter(({ log }) => log.trim() !== '')
  if (printed.length === 0) return null
  return (
    <details
      className="check-fold"
      open={printed.some(({ phase, outcome }) => phase === 'task' && outcome !== 'passed')}
    >
      <summary>{words.log}</summary>
      {printed.map((check) => (
        <details key={check.name + check.phase}>
          <summary>
            <span className="mono">{check.command}</span> <span className="quiet">{words.phases[check.phase]}</span>
          </summary>
          <pre className="log" tabIndex={0} aria-label={words.log}>
            {check.log}
          </pre>
        </details>
      ))}
    </details>
  )
}

type Probe = NonNullable<Evidence['verdict']>['probes'][number]

/** The findings of all probes in one line, with a table of the probes that is open if there are findings. */
const ProbeTable = ({ probes }: { readonly probes: readonly Probe[] }) => {
  const words = useWords().cycle
  const { probe: title, probes: names, probed } = useCoverageWords()
  const { worded } = useServerWords()
  const { lasted } = useFormat()
  // If no probe ran for one common reason, the verdict has that reason.
  if (probes.every(({ outcome, reason }) => outcome !== 'ran' && reason === probes[0]?.reason)) return null
  const hasChecks = new Set(probes.map(({ check }) => check)).size > 1
  const ran = probes.filter(({ outcome }) => outcome === 'ran')
  const findingCount = ran.reduce((sum, { findings }) => sum + findings, 0)
  return (
    <details className="check-fold" open={findingCount > 0}>
      <summary>
        {probed(ran.length, findingCount === 0 ? undefined : words.findings(findingCount), probes.length - ran.length)}
      </summary>
      <table className="grid checks probes">
        <thead>
          <tr>
            <th>{title}</th>
            <th>{words.result}</th>
            <th className="num">{words.took}</th>
          </tr>
        </thead>
        <tbody>
          {probes.map((probe, at) => (
            <tr key={at}>
              <td className="main" title={probe.name}>
                {(names as Readonly<Record<string, string>>)[probe.name] ?? probe.name}{' '}
                {hasChecks ? <span className="mono quiet">{probe.check}</span> : null}
                {probe.outcome === 'ran' || probe.reason === undefined ? null : (
                  <div className="quiet" dir="auto">
                    {worded(probe.reason)}
                  </div>
                )}
              </td>
              <td>
                <ProbeOutcome probe={probe} />
              </td>
              <td className="num quiet">
                {probe.outcome === 'ran' && probe.durationMs !== undefined ? lasted(probe.durationMs) : ''}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** The outcome of a probe. A probe without a finding proves nothing, so it has no green mark. */
const ProbeOutcome = ({ probe: { outcome, findings } }: { readonly probe: Probe }) => {
  const words = useWords().cycle
  const { notProbed, noFinding } = useCoverageWords()
  if (outcome !== 'ran')
    return (
      <State glyph="stopped" tone="plain">
        {notProbed}
      </State>
    )
  return (
    <State glyph={findings > 0 ? 'doubt' : 'checked'} tone={findings > 0 ? 'wait' : 'plain'}>
      {findings > 0 ? words.findings(findings) : noFinding}
    </State>
  )
}
