import { Link } from 'react-router'
import { getGrowthPlay } from '../../../../../../domains/growth/sending/contract.ts'
import { useLateReply } from '../../../../api/use-operation.ts'
import type { MorePages } from '../../../../api/use-pages.ts'
import { useFormat } from '../../../../format.ts'
import { Empty } from '../../../../parts/feedback/empty.tsx'
import { ListPage } from '../../../../parts/list/list-page.tsx'
import { State } from '../../../../parts/feedback/state.tsx'
import { useNearViewport } from '../../../../parts/use-near-viewport.ts'
import { NamedCell } from '../../../../parts/list/wide-table.tsx'
import { paths } from '../../../../paths.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { leadsIn, shareOf, type Play } from '../play.tsx'
import { byState, lastSentDay, type ListedPlay } from './play-order.ts'
import type { PlayStatus } from '../../../../../../domains/growth/plays/rules.ts'
import type { GlyphName } from '../../../../parts/text/glyph.tsx'
import '../plays.css'

interface PlayTableProps {
  readonly plays: readonly (ListedPlay & { readonly audience?: string })[]
  /** Absent for the first plays of a page that leads to the list. */
  readonly rest?: MorePages
}

/** Plays with their state, sent mails and replies; figures load as their rows come into sight. */
export const PlayTable = ({ plays, rest }: PlayTableProps) => {
  const words = useGrowthPlayWords()
  const { columns } = words
  return (
    <ListPage
      rows={plays.toSorted(byState)}
      rest={rest}
      textOf={({ name, audience }) => `${name} ${audience ?? ''}`}
      label={words.filter}
      most={rest ? undefined : plays.length}
      none={<Empty title={words.none} text={words.noneText} />}
      noneFits={words.noPlayFits}
      wide={words.title}
      className="stacked values-at-end play-table"
      columns={[
        { name: columns.play },
        { name: columns.state },
        ...(['leads', 'sent', 'replied', 'lastSent', 'waiting'] as const).map((column) => ({
          name: columns[column],
          className: 'num',
        })),
      ]}
    >
      {(play) => <PlayLine key={play.id} play={play} />}
    </ListPage>
  )
}

const PlayLine = ({ play }: { readonly play: ListedPlay }) => {
  const words = useGrowthPlayWords()
  const { columns } = words
  const { number, percent, dayInWords } = useFormat()
  const { box, wasNear } = useNearViewport<HTMLTableRowElement>()
  const { data } = useLateReply(getGrowthPlay, { params: { playId: play.id } }, { enabled: wasNear })
  const results = data?.results
  const pauseReason = data?.play.pauseReason ?? null
  const waiting = results && results.drafts + results.unknown
  const replied =
    results?.leadsReplied &&
    `${number(results.leadsReplied)} (${percent(shareOf(results.leadsReplied, results.leadsWrittenTo))})`
  const lacks = (play.status === 'draft' || play.status === 'active') && data !== undefined && data.missing.length > 0
  const state =
    play.status === 'draft' && play.proposedByRunId !== null
      ? words.proposed
      : pauseReason !== null
        ? words.pauseReasons[pauseReason]
        : lacks
          ? words.lacksSteps(words.statuses[play.status], data.missing.length)
          : words.statuses[play.status]
  const lastSent = results && lastSentDay(results.days)
  return (
    <tr ref={box}>
      <th scope="row" dir="auto" className="play-name">
        <Link to={paths.growthPlay(play.id)}>{play.name}</Link>
      </th>
      <td data-name={columns.state}>
        <State
          glyph={lacks && play.status === 'active' ? 'wait' : glyphOfPlay({ status: play.status, pauseReason })}
          tone="plain"
        >
          {state}
        </State>
      </td>
      <NamedCell name={columns.leads} value={results ? number(leadsIn(results)) : null} isNumber />
      <NamedCell name={columns.sent} value={results ? number(results.sent) : null} isNumber />
      <NamedCell name={columns.replied} value={replied ?? null} isNumber />
      <NamedCell name={columns.lastSent} value={results ? lastSent && dayInWords(lastSent) : null} isNumber />
      <NamedCell
        name={columns.waiting}
        value={
          waiting === undefined ? null : waiting > 0 ? (
            <Link className="waiting-mails" to={paths.growthMails(play.id)}>
              <State glyph="wait" tone="wait">
                {words.waitingMails(waiting)}
              </State>
            </Link>
          ) : undefined
        }
        isNumber
      />
    </tr>
  )
}

const glyphs: Readonly<Record<PlayStatus, GlyphName>> = {
  draft: 'draft',
  active: 'testing',
  paused: 'blocked',
  archived: 'stopped',
}

/** The shape for a play's state; a play that its own mails stopped has failed. */
const glyphOfPlay = ({ status, pauseReason }: Pick<Play, 'status' | 'pauseReason'>): GlyphName =>
  status === 'paused' && pauseReason !== 'person' ? 'bad' : glyphs[status]
