import { Glyph } from '../../../../parts/text/glyph.tsx'
import { FileLocation } from '../../../../parts/files/file-location.tsx'
import { useServerWords } from '../../../../words/server/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import type { Evidence } from '../review/review-files.ts'
import { CheckTable, type Check, Coverage } from './check-table.tsx'
import { EvidenceFrame } from './evidence-frame.tsx'
import { type Task, isMerged } from './cycle-tasks.ts'
import { useFormat, dollars, useAges } from '../../../../format.ts'
import { State } from '../../../../parts/feedback/state.tsx'
import { useCoverageWords } from '../../../../words/coverage/index.ts'
import { joined } from '../../../../parts/text/joined.tsx'
import { useLanguage } from '../../../../preferences.ts'
import type { StateBadge } from '../../../../states.ts'
import { useAcceptanceWords } from '../../../../words/acceptance/index.ts'
import ListPlus from 'lucide-react/icons/list-plus'
import { useNavigate } from 'react-router'
import { getProject } from '../../../../../../domains/code/projects/contract.ts'
import { keepExaminerTests } from '../../../../../../domains/delivery/planning/contract.ts'
import { call } from '../../../../api/client.ts'
import { useReply } from '../../../../api/use-operation.ts'
import { Button, LinkButton } from '../../../../parts/forms/button.tsx'
import { Refusal } from '../../../../parts/feedback/refusal.tsx'
import { useStartedCycle } from '../../../../parts/revert/use-started-cycle.ts'
import { paths } from '../../../../paths.ts'
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

/** The order of the logs of a check. */
const phases: readonly Check['phase'][] = ['task', 'base', 'base_tests', 'new_tests']

const Verdict = ({ verdict }: { readonly verdict: NonNullable<Evidence['verdict']> }) => {
  const words = useWords().cycle
  const { worded, finding } = useServerWords()
  const { provedBy, reasons, findings, modelReview } = verdict
  // Only rules name a kind.
  const ofModel = (modelReview?.findings ?? []).map((found) => ({ kind: undefined, ...found }))
  const places = [...findings, ...ofModel]
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

type Examination = NonNullable<NonNullable<Evidence['verdict']>['examination']>

const microsPerDollar = 1_000_000
const examinationStates = {
  shows_change: { glyph: 'good', tone: 'good' },
  passed: { glyph: 'good', tone: 'good' },
  contradicts: { glyph: 'doubt', tone: 'bad' },
  not_counted: { glyph: 'stopped', tone: 'plain' },
} as const

/** Tests that a model wrote only from the request, with their results over the change and their cost. */
const ExaminationTable = ({ examination }: { readonly examination: Examination }) => {
  const words = useWords().cycle.examination
  const { worded } = useServerWords()
  const { lasted } = useFormat()
  const language = useLanguage()
  const { model, tests, files, reason, log, durationMs, costMicros } = examination
  const cost = costMicros > 0 && dollars(language, costMicros / microsPerDollar)
  return (
    <section className="pad" aria-label={words.title}>
      <h3>{words.title}</h3>
      <p className="quiet">{joined(model, lasted(durationMs), cost)}</p>
      {reason === undefined ? null : <p dir="auto">{worded(reason)}</p>}
      <TestTable
        tests={tests.map(({ quote, outcome, ...test }) => ({
          ...test,
          note: quote,
          look: examinationStates[outcome],
          outcome: words.outcomes[outcome],
        }))}
      />
      {files.map(({ path, content }) => (
        <LogDetails key={path} title={path} text={content} />
      ))}
      {log === undefined ? null : <LogDetails title={words.log} text={log} />}
    </section>
  )
}

type Acceptance = NonNullable<NonNullable<Evidence['verdict']>['acceptance']>

const acceptanceStates = {
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
      <TestTable
        tests={tests.map(({ message, outcome: ended, ...test }) => ({
          ...test,
          note: message,
          look: acceptanceStates[ended],
          outcome: words.outcomes[ended],
        }))}
      />
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

interface TestTableProps {
  readonly tests: readonly {
    readonly file: string
    readonly name: string
    readonly note: string | undefined
    readonly look: StateBadge
    readonly outcome: string
  }[]
}

/** Tests that do not belong to the change, with their results; nothing without tests. */
const TestTable = ({ tests }: TestTableProps) => {
  const words = useWords().cycle
  if (tests.length === 0) return null
  return (
    <table className="grid checks">
      <thead>
        <tr>
          <th>{words.examination.test}</th>
          <th>{words.result}</th>
        </tr>
      </thead>
      <tbody>
        {tests.map(({ file, name, note, look, outcome }, at) => (
          <tr key={at}>
            <td className="main">
              {name} <span className="mono quiet">{file}</span>
              {note === undefined ? null : <blockquote dir="auto">{note}</blockquote>}
            </td>
            <td>
              <State {...look}>{outcome}</State>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const LogDetails = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <details>
    <summary className="mono">{title}</summary>
    <pre className="log" tabIndex={0} aria-label={title}>
      {text}
    </pre>
  </details>
)

interface KeepTestsActionProps {
  readonly task: Task
  readonly evidence: Evidence
}

/** Adds the passing tests of the examiner and of people to the project by a new cycle, or links to that cycle. */
const KeepTestsAction = ({ task, evidence: { verdict, testsKeptByCycleId } }: KeepTestsActionProps) => {
  const words = useWords().cycle.examination
  const { id, projectId } = task
  const { canSteer } = useReply(getProject, { params: { id: projectId } })
  const navigate = useNavigate()
  const keep = useStartedCycle({
    propose: (acceptance: boolean) => call(keepExaminerTests, { params: { id }, body: { acceptance } }),
    operation: keepExaminerTests,
    then: ({ id: startedId, projectId: _, ...state }) => navigate(paths.cycle(projectId, startedId), { state }),
  })
  if (testsKeptByCycleId !== null) {
    return (
      <div className="pad">
        <LinkButton size="small" icon={ListPlus} to={paths.cycle(projectId, testsKeptByCycleId)}>
          {words.keptBy}
        </LinkButton>
      </div>
    )
  }
  const tests = [...(verdict?.examination?.tests ?? []), ...(verdict?.acceptance?.tests ?? [])]
  const isAnyPassing = tests.some(({ outcome }) => ['shows_change', 'passed', 'proves'].includes(outcome))
  if (!canSteer || !isAnyPassing) return null
  if (!isMerged(task)) return <p className="pad quiet">{words.keepLater}</p>
  return (
    <div className="pad stack">
      <p className="quiet">{words.keepHint}</p>
      <div>
        <Button
          size="small"
          icon={ListPlus}
          isPending={keep.isPending}
          pendingText={words.keeping}
          onClick={() => keep.mutate(verdict?.acceptance != null)}
        >
          {words.keep}
        </Button>
      </div>
      <Refusal error={keep.error} />
    </div>
  )
}
