import { TextLink } from '../../../../parts/text/text-link.tsx'
import { getGrowthSpend } from '../../../../../../domains/growth/plays/contract.ts'
import { exportGrowthResults } from '../../../../../../domains/growth/sending/contract.ts'
import { useLateReply } from '../../../../api/use-operation.ts'
import { useFormat } from '../../../../format.ts'
import { Button, LinkButton } from '../../../../parts/forms/button.tsx'
import { ColumnsChart } from '../../../../parts/charts/columns-chart.tsx'
import { EmptyPanel } from '../../../../parts/feedback/empty.tsx'
import { Head } from '../../../../parts/page.tsx'
import { Section } from '../../../../parts/section.tsx'
import { Glyph } from '../../../../parts/text/glyph.tsx'
import { useDownload } from '../../../../parts/files/use-download.ts'
import { paths } from '../../../../paths.ts'
import { useLocale } from '../../../../locale.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { useGrowthResultWords } from '../../../../words/growth-results/index.ts'
import { PlayFrame, PlayRefusal, leadsIn, loadPlay, playInput, shareOf, usePlay, type PlayRead } from '../play.tsx'
import { Figure } from '../../../projects/figure.tsx'
import { ResultFigures } from './result-figures.tsx'
import '../../../../parts/charts/charts.css'

export const loader = loadPlay

/** The sent mails of a play, the answers, and the cost. */
export default function ResultsPage() {
  const words = useGrowthResultWords()
  const { number } = useFormat()
  const formatDay = new Intl.DateTimeFormat(useLocale(), { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const read = usePlay()
  const { play, results } = read
  const download = useDownload(exportGrowthResults, { name: words.file, type: 'text/csv' })
  return (
    <PlayFrame read={read} isWide>
      <Head
        title={words.title}
        text={results.sent === 0 ? undefined : words.text(results.sent, results.leadsReplied)}
        actions={
          results.sent === 0 ? undefined : (
            <>
              <PlayRefusal error={download.error} />
              <Button isPending={download.isPending} onClick={() => download.mutate(playInput(play.id))}>
                {words.export}
              </Button>
            </>
          )
        }
      />
      {results.sent === 0 ? (
        <NothingSent read={read} />
      ) : (
        <>
          <ResultFigures results={results} />
          <div className="panel charts">
            <ColumnsChart
              title={words.chart}
              series={[words.series.sent, words.series.replies]}
              columns={results.days.map(({ day, sent, replies }) => ({
                name: formatDay.format(new Date(day)),
                values: [sent, replies],
              }))}
              show={(value) => number(value)}
            />
          </div>
          <Funnel results={results} />
          <Section title={words.more} text={words.meetings}>
            <Facts read={read} />
          </Section>
        </>
      )}
      {results.sent + results.lookupUsd + results.draftUsd > 0 || play.hardCapUsd !== null ? (
        <Section title={words.spend} text={words.spendMeans}>
          <Spend read={read} />
        </Section>
      ) : null}
    </PlayFrame>
  )
}

/** Before the first mail: what happens next, and the way to it. */
const NothingSent = ({ read: { play, results, missing } }: { readonly read: PlayRead }) => {
  const words = useGrowthResultWords()
  const { needs } = useGrowthPlayWords()
  const waiting = results.drafts + results.unknown
  const next =
    play.status === 'active'
      ? ([
          waiting > 0 ? words.nextApprove(waiting) : words.nextDue(results.approved),
          paths.growthMails(play.id),
          words.openMails,
        ] as const)
      : ([words.nextLaunch(missing.length), paths.growthPlay(play.id), words.openPlay] as const)
  return (
    <EmptyPanel title={words.nothingSent} text={next[0]}>
      <ul className="queue-told stack-8">
        {missing.map((name) => (
          <li key={name} className="line">
            <Glyph name="wait" />
            {needs[name]}
          </li>
        ))}
      </ul>
      <LinkButton variant="primary" to={next[1]}>
        {next[2]}
      </LinkButton>
    </EmptyPanel>
  )
}

/** How many leads are left at each step, from the play to interest. */
const Funnel = ({ results }: Pick<PlayRead, 'results'>) => {
  const words = useGrowthResultWords()
  const { number } = useFormat()
  const { leadsWrittenTo, leadsReplied, interested } = results
  const all = leadsIn(results)
  const steps = [
    [words.funnel.leads, all],
    [words.funnel.writtenTo, leadsWrittenTo],
    [words.funnel.replied, leadsReplied],
    [words.funnel.interested, interested],
  ] as const
  return (
    <dl className="panel pad funnel">
      {steps.map(([name, count]) => (
        <div key={name} className="funnel-step">
          <dt>{name}</dt>
          <dd className="num">{number(count)}</dd>
          <dd className="funnel-bar" aria-hidden="true">
            <i style={{ width: `${shareOf(count, all) / 100}%` }} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const factNames = ['drafts', 'approved', 'unknown', 'refused', 'complaints', 'optOuts'] as const

const Facts = ({ read: { play, results } }: { readonly read: PlayRead }) => {
  const words = useGrowthResultWords()
  const { number } = useFormat()
  const mails = paths.growthMails(play.id)
  const lists: Partial<Record<(typeof factNames)[number], string>> = {
    drafts: mails,
    approved: `${mails}?show=approved`,
    unknown: mails,
    refused: `${mails}?show=refused`,
  }
  return (
    <dl className="kv panel pad outcomes">
      {factNames.map((name) => (
        <div key={name} className="fact">
          <dt>{words.facts[name]}</dt>
          <dd>
            {number(results[name])}{' '}
            {lists[name] !== undefined && results[name] > 0 ? <TextLink to={lists[name]}>{words.open}</TextLink> : null}
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
  const shown = (amount = 0) => (data ? dollars(amount) : '\u00a0')
  return (
    <dl className="panel figures of-play">
      <Figure name={words.today} value={shown(spent?.todayUsd)} />
      <Figure name={words.last30Days} value={shown(spent?.last30DaysUsd)} />
      <Figure name={words.lookUpsInAll} value={dollars(results.lookupUsd)} />
      <Figure name={words.draftsInAll} value={dollars(results.draftUsd)} />
      <Figure
        name={words.cap}
        value={play.hardCapUsd === null ? words.none : dollars(play.hardCapUsd)}
        note={play.hardCapUsd === null ? <TextLink to={paths.growthPlay(play.id)}>{words.setCap}</TextLink> : undefined}
      />
    </dl>
  )
}
