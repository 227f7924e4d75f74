import { Link } from 'react-router'
import { getGrowthSpend } from '../../../../../../domains/growth/plays/contract.ts'
import { useLateReply } from '../../../../api/use-operation.ts'
import { useFormat } from '../../../../format.ts'
import { Section } from '../../../../parts/section.tsx'
import { More } from '../../../../parts/show-more.tsx'
import { useMore } from '../../../../parts/use-show-more.ts'
import { WideTable } from '../../../../parts/wide-table.tsx'
import { paths } from '../../../../paths.ts'
import { useGrowthResultWords } from '../../../../words/growth-results/index.ts'
import { PlayRefusal } from '../play-refusal.tsx'

/** The cost of data providers for each play. */
export const SpendSection = ({ projectId }: { readonly projectId: string }) => {
  const words = useGrowthResultWords()
  const { dollars } = useFormat()
  const { data, error } = useLateReply(getGrowthSpend, { params: { projectId } })
  const plays = data?.plays ?? []
  // Before anything was spent or capped there is nothing to compare.
  const isEmpty = plays.every(({ last30DaysUsd, hardCapUsd }) => last30DaysUsd === 0 && hardCapUsd === null)
  const { shown, more } = useMore(isEmpty ? [] : plays)
  if (shown.length === 0) return <PlayRefusal error={error} />
  return (
    <Section title={words.spend} text={words.spendText(data?.timeZone ?? '')}>
      <WideTable label={words.spendTable}>
        <thead>
          <tr>
            <th>{words.play}</th>
            <th className="num">{words.today}</th>
            <th className="num">{words.last30Days}</th>
            <th className="num">{words.cap}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ playId, name, todayUsd, last30DaysUsd, hardCapUsd }) => (
            <tr key={playId ?? ''}>
              <td className="main" dir="auto" title={name ?? words.noPlay}>
                {playId === null ? words.noPlay : <Link to={paths.growthPlay(playId)}>{name}</Link>}
              </td>
              <td className="num">{dollars(todayUsd)}</td>
              <td className="num">{dollars(last30DaysUsd)}</td>
              <td className="num">{hardCapUsd === null ? '–' : dollars(hardCapUsd)}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
      <More onMore={more} />
    </Section>
  )
}
