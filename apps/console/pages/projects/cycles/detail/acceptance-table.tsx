import { useAges, useFormat } from '../../../../format.ts'
import { State } from '../../../../parts/state.tsx'
import { useAcceptanceWords } from '../../../../words/acceptance/index.ts'
import { useServerWords } from '../../../../words/server/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import type { Evidence } from './check-table.tsx'

type Acceptance = NonNullable<NonNullable<Evidence['verdict']>['acceptance']>

const states = {
  proves: { glyph: 'good', tone: 'good' },
  passed: { glyph: 'good', tone: 'plain' },
  failed: { glyph: 'bad', tone: 'bad' },
} as const

/** The results of people's tests over a change, and their authors. */
export const AcceptanceTable = ({ acceptance }: { readonly acceptance: Acceptance }) => {
  const words = useAcceptanceWords()
  const { result, examination } = useWords().cycle
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
        <table className="grid checks">
          <thead>
            <tr>
              <th>{examination.test}</th>
              <th>{result}</th>
            </tr>
          </thead>
          <tbody>
            {tests.map(({ file, name, outcome: ended, message }, at) => (
              <tr key={at}>
                <td className="main">
                  {name} <span className="mono quiet">{file}</span>
                  {message === undefined ? null : <blockquote dir="auto">{message}</blockquote>}
                </td>
                <td>
                  <State {...states[ended]}>{words.outcomes[ended]}</State>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
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
