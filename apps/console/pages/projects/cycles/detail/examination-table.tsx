import { dollars, useFormat } from '../../../../format.ts'
import { State } from '../../../../parts/feedback/state.tsx'
import { joined } from '../../../../parts/text/joined.tsx'
import { useLanguage } from '../../../../preferences.ts'
import { useServerWords } from '../../../../words/server/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import type { Evidence } from './check-table.tsx'

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
      {tests.length === 0 ? null : <TestTable tests={tests} />}
      {files.map(({ path, content }) => (
        <LogDetails key={path} title={path} text={content} />
      ))}
      {log === undefined ? null : <LogDetails title={words.log} text={log} />}
    </section>
  )
}

const TestTable = ({ tests }: Pick<Examination, 'tests'>) => {
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
        {tests.map(({ file, name, outcome, quote }, at) => (
          <tr key={at}>
            <td className="main">
              {name} <span className="mono quiet">{file}</span>
              {quote === undefined ? null : <blockquote dir="auto">{quote}</blockquote>}
            </td>
            <td>
              <State {...states[outcome]}>{words.examination.outcomes[outcome]}</State>
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
