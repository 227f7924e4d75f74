import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../../../format.ts'
import { useGrowthResultWords } from '../../../../words/growth-results/index.ts'
import { shareOf, type PlayRead } from '../play.ts'
import '../../../projects/metric-figures.css'

interface FigureProps {
  readonly name: string
  readonly value: string
  readonly note?: ReactNode
  /** The page of what it counts. */
  readonly to?: string
}

export const Figure = ({ name, value, note, to }: FigureProps) => (
  <div className="figure">
    <dt>{to === undefined ? name : <Link to={to}>{name}</Link>}</dt>
    <dd>{value}</dd>
    {note === undefined ? null : <dd>{note}</dd>}
  </div>
)

/** The results of a play's mails, each figure beside the one that it compares with. */
export const ResultFigures = ({ results }: { readonly results: PlayRead['results'] }) => {
  const words = useGrowthResultWords()
  const { number, percent, dollars } = useFormat()
  const { sent, delivered, bounces, leadsWrittenTo, leadsReplied, interested, lookupUsd, draftUsd } = results
  return (
    <dl className="panel figures of-play">
      <Figure name={words.sent} value={number(sent)} note={words.toLeads(leadsWrittenTo)} />
      <Figure name={words.delivered} value={number(delivered)} note={words.bounced(bounces)} />
      <Figure
        name={words.replied}
        value={number(leadsReplied)}
        note={words.ofLeads(percent(shareOf(leadsReplied, leadsWrittenTo)))}
      />
      <Figure
        name={words.interested}
        value={number(interested)}
        note={words.ofReplies(percent(shareOf(interested, leadsReplied)))}
      />
      <Figure
        name={words.costPerReply}
        value={results.costPerReplyUsd === null ? words.none : dollars(results.costPerReplyUsd)}
        note={words.costs(dollars(lookupUsd), dollars(draftUsd))}
      />
    </dl>
  )
}
