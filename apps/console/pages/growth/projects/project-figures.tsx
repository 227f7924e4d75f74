import { useQueries } from '@tanstack/react-query'
import { listGrowthLeads } from '../../../../../domains/growth/leads/contract.ts'
import type { getGrowthProject } from '../../../../../domains/growth/plays/contract.ts'
import { getGrowthPlay } from '../../../../../domains/growth/sending/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { query } from '../../../api/use-operation.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { useTotalText } from '../../../parts/use-total-text.ts'
import { useFormat } from '../../../format.ts'
import { useGrowthProjectWords } from '../../../words/growth-projects/index.ts'
import { Figure } from '../plays/results/result-figures.tsx'

// Each of them is read by itself.
const playsMost = 10

const leadsOf = (projectId: string) => ({ params: { projectId } })

export const prefetchFigures = (projectId: string): null => prefetchPages(listGrowthLeads, leadsOf(projectId))

interface ProjectFiguresProps {
  readonly project: Reply<typeof getGrowthProject>
}

/** From leads to answers: how many there are at each step, of the newest plays that are not archived. */
export const ProjectFigures = ({ project: { id, plays } }: ProjectFiguresProps) => {
  const words = useGrowthProjectWords()
  const { number } = useFormat()
  const totalText = useTotalText()
  const { rows, ...rest } = usePages(listGrowthLeads, leadsOf(id))
  const counted = plays.filter(({ status }) => status !== 'archived').slice(0, playsMost)
  const results = useQueries({
    queries: counted.map((play) => query(getGrowthPlay, { params: { playId: play.id } })),
    combine: (replies) => replies.map(({ data }) => data?.results),
  })
  const isRead = results.every((one) => one !== undefined)
  const sum = (of: (one: NonNullable<(typeof results)[number]>) => number) =>
    isRead ? number(results.reduce((all, one) => all + of(one), 0)) : '\u00a0'
  return (
    <dl className="panel figures">
      <Figure name={words.leads} value={totalText(rest.total ?? rows.length)} note={words.inPlays(plays.length)} />
      <Figure name={words.waiting} value={sum(({ drafts, unknown }) => drafts + unknown)} note={words.waitingFor} />
      <Figure name={words.writtenTo} value={sum(({ leadsWrittenTo }) => leadsWrittenTo)} note={words.leadsNote} />
      <Figure
        name={words.replied}
        value={sum(({ leadsReplied }) => leadsReplied)}
        note={words.interested(sum(({ interested }) => interested))}
      />
    </dl>
  )
}
