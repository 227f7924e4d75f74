import { Fragment } from 'react'
import { useFormat } from '../../../../format.ts'
import { State } from '../../../../parts/feedback/state.tsx'
import { useWords } from '../../../../words/shell/index.ts'
import type { Evidence } from '../review/review-files.ts'
import { useCoverageWords } from '../../../../words/coverage/index.ts'

export type Check = Evidence['checks'][number]

/** The outcome of each check before and after the change. */
export const CheckTable = ({ checks }: { readonly checks: readonly Check[] }) => {
  const words = useWords().cycle
  const { lasted } = useFormat()
  const names = [...new Set(checks.map(({ name }) => name))]
  if (names.length === 0) return <p className="pad soft">{words.noChecks}</p>
  const runOf = (name: string, phase: Check['phase']) => checks.find((one) => one.name === name && one.phase === phase)
  return (
    <table className="grid checks">
      <thead>
        <tr>
          <th>{words.check}</th>
          <th>{words.before}</th>
          <th>{words.after}</th>
          <th className="num">{words.took}</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => {
          const after = runOf(name, 'task')
          return (
            <Fragment key={name}>
              <tr>
                <td className="mono main" title={name}>
                  {name}
                </td>
                <td>
                  <Outcome check={runOf(name, 'base')} />
                </td>
                <td>
                  <Outcome check={after} />
                </td>
                <td className="num quiet">{after ? lasted(after.durationMs) : ''}</td>
              </tr>
              <ComparedRow check={runOf(name, 'base_tests')} />
              <ComparedRow check={runOf(name, 'new_tests')} />
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

/** A run of a check with other tests: the previous tests over the change, or the new tests over the code before it. */
const ComparedRow = ({ check }: { readonly check: Check | undefined }) => {
  const words = useWords().cycle
  const { lasted } = useFormat()
  if (!check) return null
  return (
    <tr className="compared">
      <td className="main quiet">{words.phases[check.phase]}</td>
      <td>{check.phase === 'new_tests' ? <Outcome check={check} /> : null}</td>
      <td>{check.phase === 'base_tests' ? <Outcome check={check} /> : null}</td>
      <td className="num quiet">{lasted(check.durationMs)}</td>
    </tr>
  )
}

/** The outcome of a run of a check, by its tests if they were counted. New tests prove a change if they fail before it. */
const Outcome = ({ check }: { readonly check: Check | undefined }) => {
  const words = useWords().cycle
  if (!check) return <span className="quiet">{words.absent}</span>
  const { outcome, tests, phase } = check
  if (outcome === 'could_not_run')
    return (
      <State glyph="stopped" tone="plain">
        {words.couldNotRun}
      </State>
    )
  const passed = outcome === 'passed'
  if (phase === 'new_tests')
    return (
      <State glyph={passed ? 'doubt' : 'good'} tone={passed ? 'plain' : 'good'}>
        {passed ? words.passWithout : words.failWithout}
      </State>
    )
  const counted = tests && (passed ? words.passed(tests.passed) : tests.failed > 0 ? words.failed(tests.failed) : null)
  return (
    <State glyph={passed ? 'good' : 'bad'} tone={passed ? 'good' : 'bad'}>
      {counted ?? (passed ? words.pass : words.fail)}
    </State>
  )
}

type CheckCoverage = NonNullable<Check['coverage']>

/** The lines that the checks ran: of the added lines, then of all lines before and after the change. */
export const Coverage = ({ checks }: { readonly checks: readonly Check[] }) => {
  const words = useCoverageWords()
  const measured = checks.flatMap(({ name, phase, coverage }) =>
    phase === 'task' && coverage ? [{ name, coverage }] : [],
  )
  if (measured.length === 0) return null
  const before = (name: string) => checks.find((one) => one.name === name && one.phase === 'base')?.coverage
  return (
    <div className="pad verdict-text">
      <h3>
        {words.title}, <span className="quiet">{words.note}</span>
      </h3>
      {measured.map(({ name, coverage }) => (
        <Figures key={name} name={name} coverage={coverage} before={before(name)} />
      ))}
    </div>
  )
}

interface FiguresProps {
  readonly name: string
  readonly coverage: CheckCoverage
  readonly before: CheckCoverage | null | undefined
}

const Figures = ({ name, coverage, before }: FiguresProps) => {
  const words = useCoverageWords()
  const { percent } = useFormat()
  const { changed, problem } = coverage
  if (problem !== null)
    return (
      <p dir="auto">
        <span className="mono">{name}</span> {words.unread} {problem}
      </p>
    )
  const share = ({ linesCovered, linesTotal }: CheckCoverage) =>
    percent(Math.round((10_000 * linesCovered) / linesTotal))
  const hasShare = (one: CheckCoverage | null | undefined): one is CheckCoverage =>
    one?.problem === null && one.linesTotal > 0
  const all = [
    ...(hasShare(coverage) ? [words.all(share(coverage))] : []),
    ...(hasShare(before) ? [share(before) === share(coverage) ? words.asBefore : words.before(share(before))] : []),
  ]
  return (
    <div>
      <p>
        <span className="mono">{name}</span> {changedText(words, changed)}
        {all.length > 0 ? <span className="quiet">&nbsp;· {all.join(', ')}</span> : null}
      </p>
      {changed ? <Places changed={changed} /> : null}
    </div>
  )
}

const changedText = (words: ReturnType<typeof useCoverageWords>, changed: CheckCoverage['changed']) => {
  if (!changed) return words.noChange
  return changed.linesTotal === 0 ? words.noneChanged : words.changed(changed.linesCovered, changed.linesTotal)
}

const Places = ({ changed }: { readonly changed: NonNullable<CheckCoverage['changed']> }) => {
  const words = useCoverageWords()
  const { missed, notMeasured, truncated } = changed
  return (
    <>
      {missed.length > 0 ? (
        <Listed
          title={words.missed}
          texts={missed.map(({ path, lines }) => `${path}:${lines.map(rangeText).join(', ')}`)}
        />
      ) : null}
      {notMeasured.length > 0 ? <Listed title={words.notMeasured} texts={notMeasured} /> : null}
      {truncated ? <p className="quiet">{words.more}</p> : null}
    </>
  )
}

const rangeText = ({ from, to }: { readonly from: number; readonly to: number }) =>
  from === to ? from : `${from}–${to}`

const Listed = ({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) => (
  <ul className="missed" aria-label={title}>
    {texts.map((text) => (
      <li key={text}>
        <span className="quiet">{title}</span> <span className="mono">{text}</span>
      </li>
    ))}
  </ul>
)
