import { dollars, useAges, useFormat } from '../../../../format.ts'
import { State } from '../../../../parts/feedback/state.tsx'
import { joined } from '../../../../parts/text/joined.tsx'
import { useLanguage } from '../../../../preferences.ts'
import type { StateBadge } from '../../../../states.ts'
import { useAcceptanceWords } from '../../../../words/acceptance/index.ts'
import { useServerWords } from '../../../../words/server/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import type { Evidence } from '../review/review-files.ts'
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
import { isMerged, type Task } from './cycle-tasks.ts'

type Examination = NonNullable<NonNullable<Evidence['verdict']>['examination']>

const microsPerDollar = 1_000_000
const examinationStates = {
  shows_change: { glyph: 'good', tone: 'good' },
  passed: { glyph: 'good', tone: 'good' },
  contradicts: { glyph: 'doubt', tone: 'bad' },
  not_counted: { glyph: 'stopped', tone: 'plain' },
} as const

/** Tests that a model wrote only from the request, with their results over the change and their cost. */
export const ExaminationTable = ({ examination }: { readonly examination: Examination }) => {
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
export const AcceptanceTable = ({ acceptance }: { readonly acceptance: Acceptance }) => {
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
export const KeepTestsAction = ({ task, evidence: { verdict, testsKeptByCycleId } }: KeepTestsActionProps) => {
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
