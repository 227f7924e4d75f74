import { useFormat } from '../../../../format.ts'
import { useCoverageWords } from '../../../../words/coverage/index.ts'
import type { Check } from './check-table.tsx'

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
