import { Glyph } from '../../../../parts/glyph.tsx'
import { FileLocation } from '../../../../parts/file-location.tsx'
import '../../../../parts/request-decision/decision.css'
import { useServerWords } from '../../../../words/server/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { CheckTable, Outcome, type Check, type Evidence } from './check-table.tsx'
import { Coverage } from './coverage-table.tsx'
import { ExaminationTable } from './examination-table.tsx'
import { EvidenceFrame } from './evidence-frame.tsx'
import type { Task } from './cycle-tasks.ts'
import { ProbeTable } from './probe-table.tsx'

export const TaskChecks = ({ task }: { readonly task: Task }) => (
  <EvidenceFrame task={task}>
    {({ checks, verdict }) => (
      <>
        <CheckTable checks={checks} />
        {verdict ? <ProbeTable probes={verdict.probes} /> : null}
        {verdict?.examination ? <ExaminationTable examination={verdict.examination} /> : null}
        <Coverage checks={checks} />
        {verdict ? <Verdict verdict={verdict} /> : null}
        <Logs checks={checks} />
      </>
    )}
  </EvidenceFrame>
)

const phases: readonly Check['phase'][] = ['task', 'base', 'base_tests', 'new_tests']

const Verdict = ({ verdict }: { readonly verdict: NonNullable<Evidence['verdict']> }) => {
  const words = useWords().cycle
  const { worded } = useServerWords()
  const { provedBy, reasons, findings, modelReview } = verdict
  const places = [...findings, ...(modelReview?.findings ?? [])]
  return (
    <div className="pad verdict-text">
      {provedBy.length > 0 ? <p>{words.provedBy(provedBy.join(', '))}</p> : null}
      {reasons.map((reason) => (
        <p key={reason} dir="auto">
          {worded(reason)}
        </p>
      ))}
      {modelReview ? <p dir="auto">{modelReview.summary}</p> : null}
      {places.length > 0 ? <h3>{words.findings(places.length)}</h3> : null}
      <ul className="reasons">
        {places.map(({ reason, path, line }, at) => (
          <li key={at}>
            <Glyph name="doubt" />
            <span dir="auto">
              {worded(reason)} {path === undefined ? null : <FileLocation path={path} line={line} />}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What each check printed: with the change, before it, and in the further runs that compare the tests. */
const Logs = ({ checks }: { readonly checks: readonly Check[] }) => {
  const words = useWords().cycle
  const printed = [...Map.groupBy(checks, ({ name }) => name).values()]
    .flatMap((runs) => runs.toSorted((one, other) => phases.indexOf(one.phase) - phases.indexOf(other.phase)))
    .filter(({ log }) => log.trim() !== '')
  return (
    <div className="logs">
      {printed.map((check) => (
        <details key={check.name + check.phase}>
          <summary>
            <span className="mono">{check.command}</span> <span className="quiet">{words.phases[check.phase]}</span>{' '}
            <Outcome check={check} />
          </summary>
          <pre className="log" tabIndex={0} aria-label={words.log}>
            {check.log}
          </pre>
        </details>
      ))}
    </div>
  )
}
