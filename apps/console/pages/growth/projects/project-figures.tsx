import { listGrowthLeads } from '../../../../../domains/growth/leads/contract.ts'
import type { getGrowthProject } from '../../../../../domains/growth/plays/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { useTotalText } from '../../../parts/list/use-total-text.ts'
import { useFormat } from '../../../format.ts'
import { paths } from '../../../paths.ts'
import { useGrowthProjectWords } from '../../../words/growth-projects/index.ts'
import { Figure } from '../../projects/figure.tsx'
import { usePlayFigures } from './use-play-figures.ts'

const leadsOf = (projectId: string) => ({ params: { projectId } })

export const prefetchFigures = (projectId: string): null => prefetchPages(listGrowthLeads, leadsOf(projectId))

/** From leads to answers: how many there are at each step, each with the way to them. */
export const ProjectFigures = ({ project: { id, plays } }: { readonly project: Reply<typeof getGrowthProject> }) => {
  const words = useGrowthProjectWords()
  const { number } = useFormat()
  const totalText = useTotalText()
  const { rows, ...rest } = usePages(listGrowthLeads, leadsOf(id))
  const figures = usePlayFigures(plays)
  const shown = (count: number | undefined) => (count === undefined ? '\u00a0' : number(count))
  return (
    <dl className="panel figures">
      <Figure name={words.leads} value={totalText(rest.total ?? rows.length)} to={paths.growthLeads(id)} />
      <Figure
        name={words.writtenTo}
        value={shown(figures?.leadsWrittenTo)}
        note={figures && figures.sent > figures.leadsWrittenTo ? words.sent(number(figures.sent)) : undefined}
        to={paths.growthPlays(id)}
      />
      <Figure
        name={words.replied}
        value={shown(figures?.leadsReplied)}
        note={words.interested(shown(figures?.interested))}
        to={paths.growthInbox(id)}
      />
    </dl>
  )
}
