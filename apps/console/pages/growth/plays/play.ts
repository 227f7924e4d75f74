import type { listGrowthMessages } from '../../../../../domains/growth/messages/contract.ts'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getGrowthPlay } from '../../../../../domains/growth/sending/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'

/** A play with its results and its last run of drafts. */
export type PlayRead = Reply<typeof getGrowthPlay>
export type Play = PlayRead['play']
type MailStatus = Reply<typeof listGrowthMessages>[number]['status']

export const playInput = (playId: string) => ({ params: { playId } })

/** The loader of the pages of a play. */
export const loadPlay = ({ params }: LoaderFunctionArgs) => prefetch(getGrowthPlay, playInput(params.playId!))

/** The play of the page's address. */
export const usePlay = (): PlayRead => useReply(getGrowthPlay, playInput(useParams().playId!))

/** The input of `listGrowthMessages` for the mails of a play in a state. */
export const mailsOf = ({ id, growthProjectId }: Play, status: MailStatus) => ({
  params: { projectId: growthProjectId },
  query: { playId: id, status },
})

/** How many leads a play has, in any state. */
export const leadsIn = ({ leads }: Pick<PlayRead['results'], 'leads'>): number =>
  leads.new + leads.queued + leads.ended + leads.disqualified

/** A part of a whole in hundredths of a percent, rounded to whole percents. */
export const shareOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : 100 * Math.round((100 * part) / whole)
