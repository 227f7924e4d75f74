import { useQueries } from '@tanstack/react-query'
import type { getGrowthProject } from '../../../../../domains/growth/plays/contract.ts'
import { getGrowthPlay } from '../../../../../domains/growth/sending/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { ended, query, useEnded } from '../../../api/use-operation.ts'
import { leadsIn } from '../plays/play.tsx'

// The figures of each play are a request of their own.
const playsMost = 10

type Results = Reply<typeof getGrowthPlay>['results']
type GrowthPlays = Reply<typeof getGrowthProject>['plays']

const countedAmong = (plays: GrowthPlays) => plays.filter(({ status }) => status !== 'archived').slice(0, playsMost)
const playOf = ({ id }: GrowthPlays[number]) => ({ params: { playId: id } })

/** Waits for the figures of a project's plays: mails that wait are its first button. */
export const usePlaysRead = ({ id, plays }: Pick<Reply<typeof getGrowthProject>, 'id' | 'plays'>): void =>
  useEnded([getGrowthPlay.id, id], () => countedAmong(plays).map((play) => ended(getGrowthPlay, playOf(play))))

/** Sums over the newest plays that are not archived; undefined until they and all of their figures were read. */
export const usePlayFigures = (plays: GrowthPlays | undefined) => {
  const counted = countedAmong(plays ?? [])
  const results = useQueries({
    queries: counted.map((play) => query(getGrowthPlay, playOf(play))),
    combine: (replies) => replies.map(({ data }) => data?.results),
  })
  if (!plays || !results.every((one) => one !== undefined)) return undefined
  const sum = (of: (one: Results) => number) => results.reduce((all, one) => all + of(one), 0)
  return {
    leads: sum(leadsIn),
    waiting: sum(({ drafts, unknown }) => drafts + unknown),
    sent: sum(({ sent }) => sent),
    leadsWrittenTo: sum(({ leadsWrittenTo }) => leadsWrittenTo),
    leadsReplied: sum(({ leadsReplied }) => leadsReplied),
    interested: sum(({ interested }) => interested),
    /** The play whose mails wait for a person first. */
    waitingPlayId: counted[results.findIndex(({ drafts, unknown }) => drafts + unknown > 0)]?.id,
  }
}
