import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { getGrowthSpend } from '../../../../../../domains/growth/plays/contract.ts'
import { exportGrowthResults, getGrowthPlay } from '../../../../../../domains/growth/sending/contract.ts'
import { prefetch, useLateReply, useReply } from '../../../../api/use-operation.ts'
import { useFormat } from '../../../../format.ts'
import { Button } from '../../../../parts/button.tsx'
import { ColumnsChart } from '../../../../parts/charts/columns-chart.tsx'
import { Head } from '../../../../parts/page.tsx'
import { Section } from '../../../../parts/section.tsx'
import { useDownload } from '../../../../parts/use-download.ts'
import { paths } from '../../../../paths.ts'
import { useLanguage } from '../../../../preferences.ts'
import { useGrowthResultWords } from '../../../../words/growth-results/index.ts'
import { PlayFrame } from '../play-frame.tsx'
import { PlayRefusal } from '../play-refusal.tsx'
import type { PlayRead } from '../play.ts'
import '../../../../parts/charts/charts.css'
import { ResultFigures } from './result-figures.tsx'

const inputOf = (playId: string) => ({ params: { playId } })

export const loader = ({ params }: LoaderFunctionArgs) => prefetch(getGrowthPlay, inputOf(params.playId!))

/** The sent mails of a play, the answers, and the cost. */
export default function ResultsPage() {
  const words = useGrowthResultWords()
  const read = useReply(getGrowthPlay, inputOf(useParams().playId!))
  const { play, results } = read
  return (
    <PlayFrame read={read} isWide>
      <Head
        title={words.title}
        text={words.text(results.sent, results.leadsReplied)}
        actions={<Export playId={play.id} />}
      />
      <ResultFigures results={results} />
      {results.sent > 0 ? (
        <div className="panel charts">
          <DaysChart days={results.days} />
        </div>
      ) : null}
      <div className="result-facts">
        <Section title={words.more} text={words.meetings}>
          <Facts read={read} />
        </Section>
        <Section title={words.spend} text={words.spendMeans}>
          <Spend read={read} />
        </Section>
      </div>
    </PlayFrame>
  )
}

const Export = ({ playId }: { readonly playId: string }) => {
  const words = useGrowthResultWords()
  const download = useDownload(exportGrowthResults, { name: words.file, type: 'text/csv' })
  return (
    <>
      <PlayRefusal error={download.error} />
      <Button isPending={download.isPending} onClick={() => download.mutate(inputOf(playId))}>
        {words.export}
      </Button>
    </>
  )
}

const DaysChart = ({ days }: { readonly days: PlayRead['results']['days'] }) => {
  const words = useGrowthResultWords()
  const { number } = useFormat()
  const format = new Intl.DateTimeFormat(useLanguage(), { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return (
    <ColumnsChart
      title={words.chart}
      series={[words.series.sent, words.series.replies]}
      columns={days.map(({ day, sent, replies }) => ({ name: format.format(new Date(day)), values: [sent, replies] }))}
      show={(value) => number(value)}
    />
  )
}

const factNames = ['drafts', 'approved', 'unknown', 'refused', 'complaints', 'optOuts'] as const

const Facts = ({ read: { play, results } }: { readonly read: PlayRead }) => {
  const words = useGrowthResultWords()
  const { number } = useFormat()
  return (
    <dl className="kv panel pad">
      {factNames.map((name) => (
        <div key={name} className="fact">
          <dt>{words.facts[name]}</dt>
          <dd>
            {number(results[name])}{' '}
            {(name === 'drafts' || name === 'unknown') && results[name] > 0 ? (
              <Link className="link" to={paths.growthMails(play.id)}>
                {words.open}
              </Link>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Spend = ({ read: { play, results } }: { readonly read: PlayRead }) => {
  const words = useGrowthResultWords()
  const { dollars } = useFormat()
  const { data } = useLateReply(getGrowthSpend, { params: { projectId: play.growthProjectId } })
  const spent = data?.plays.find(({ playId }) => playId === play.id)
  const facts = [
    [words.today, spent ? dollars(spent.todayUsd) : words.none],
    [words.last30Days, spent ? dollars(spent.last30DaysUsd) : words.none],
    [words.lookUpsInAll, dollars(results.lookupUsd)],
    [words.draftsInAll, dollars(results.draftUsd)],
    [words.cap, play.hardCapUsd === null ? words.none : dollars(play.hardCapUsd)],
  ] as const
  return (
    <dl className="kv panel pad">
      {facts.map(([name, amount]) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}
