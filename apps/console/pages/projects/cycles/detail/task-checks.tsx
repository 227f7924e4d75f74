import { Glyph } from '../../../../parts/text/glyph.tsx'
import { FileLocation } from '../../../../parts/files/file-location.tsx'
import { useServerWords } from '../../../../words/server/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import type { Evidence } from '../review/review-files.ts'
import { CheckTable, type Check } from './check-table.tsx'
import { Coverage } from './coverage-table.tsx'
import { ExaminationTable, TestTable } from './examination-table.tsx'
import { EvidenceFrame } from './evidence-frame.tsx'
import type { Task } from './cycle-tasks.ts'
import { KeepTestsAction } from './keep-tests-action.tsx'
import { ProbeTable } from './probe-table.tsx'
import { useAges, useFormat } from '../../../../format.ts'
import { useAcceptanceWords } from '../../../../words/acceptance/index.ts'
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

type Acceptance = NonNullable<NonNullable<Evidence['verdict']>['acceptance']>

const states = {
  proves: { glyph: 'good', tone: 'good' },
  passed: { glyph: 'good', tone: 'plain' },
  failed: { glyph: 'bad', tone: 'bad' },
} as const

/** The results of people's tests over a change, and their authors. */
const AcceptanceTable = ({ acceptance }: { readonly acceptance: Acceptance }) => {
  const words = useAcceptanceWords()
  const { worded } = useServerWords()
  const { lasted } = useFormat()
  const { agoInWords } = useAges()
  const { outcome, reason, whole, tests, files, durationMs } = acceptance
  return (
    <section className="pad" aria-label={words.title}>
      <h3>{words.title}</h3>
      <p className="quiet">{lasted(durationMs)}</p>
      {outcome === 'ran' ? null : <p dir="auto">{`${words.notRun} ${worded(reason ?? '')}`}</p>}
      {whole || !tests.some((one) => one.outcome === 'failed') ? null : <p>{words.early}</p>}
      {tests.length === 0 ? null : (
        <TestTable
          tests={tests.map(({ message, outcome: ended, ...test }) => ({
            ...test,
            note: message,
            look: states[ended],
            outcome: words.outcomes[ended],
          }))}
        />
      )}
      <ul className="quiet">
        {files.map(({ path, givenByName, givenAt }) => (
          <li key={path}>
            <span className="mono">{path}</span> {words.given(givenByName ?? words.somebody, agoInWords(givenAt))}
          </li>
        ))}
      </ul>
    </section>
  )
}
