import { useFormat } from '../../../../format.ts'
import { useGrowthResultWords } from '../../../../words/growth-results/index.ts'
import { Figure } from '../../../projects/figure.tsx'
import { shareOf, type PlayRead } from '../play.tsx'

/** The results of a play's mails, each figure beside its comparison. */
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
