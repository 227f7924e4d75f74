import { dollars, useFormat } from '../../../../format.ts'
import { State } from '../../../../parts/feedback/state.tsx'
import { joined } from '../../../../parts/text/joined.tsx'
import { useLanguage } from '../../../../preferences.ts'
import type { StateBadge } from '../../../../states.ts'
import { useServerWords } from '../../../../words/server/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import type { Evidence } from '../review/review-files.ts'

type Examination = NonNullable<NonNullable<Evidence['verdict']>['examination']>

const microsPerDollar = 1_000_000
const states = {
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
      {tests.length === 0 ? null : (
        <TestTable
          tests={tests.map(({ quote, outcome, ...test }) => ({
            ...test,
            note: quote,
            look: states[outcome],
            outcome: words.outcomes[outcome],
          }))}
        />
      )}
      {files.map(({ path, content }) => (
        <LogDetails key={path} title={path} text={content} />
      ))}
      {log === undefined ? null : <LogDetails title={words.log} text={log} />}
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

/** Tests that do not belong to the change, with their results. */
export const TestTable = ({ tests }: TestTableProps) => {
  const words = useWords().cycle
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
