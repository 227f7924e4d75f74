import { listGrowthLeads } from '../../../../../domains/growth/leads/contract.ts'
import { useLateTotal } from '../../../api/use-pages.ts'
import { Segments } from '../../../parts/forms/segments.tsx'
import { useGrowthLeadWords } from '../../../words/growth-leads/index.ts'

export const leadStates = ['all', 'new', 'queued', 'disqualified'] as const
type LeadState = (typeof leadStates)[number]

/** The query for the leads of a project, or of a play in it, in a state. */
export const leadsAsked = (projectId: string, state: LeadState, playId?: string) => ({
  params: { projectId },
  query: { ...(state !== 'all' && { status: state }), ...(playId !== undefined && { playId }) },
})

interface LeadStatesProps {
  readonly projectId: string
  readonly playId?: string
  readonly chosen: LeadState
}

/** The choice of a state, with the number of leads in each once they are counted. */
export const LeadStates = ({ projectId, playId, chosen }: LeadStatesProps) => {
  const words = useGrowthLeadWords()
  const asked = (state: LeadState) => {
    const { params, query } = leadsAsked(projectId, state, playId)
    return [listGrowthLeads, { params, query: { ...query, limit: 1 } }] as const
  }
  const all = useLateTotal(...asked('all'))
  const fresh = useLateTotal(...asked('new'))
  const queued = useLateTotal(...asked('queued'))
  const disqualified = useLateTotal(...asked('disqualified'))
  // A list that is too long to be counted is the longest one.
  const counts =
    all?.isMore === false && fresh && queued && disqualified
      ? { all: all.count, new: fresh.count, queued: queued.count, disqualified: disqualified.count }
      : undefined
  return <Segments label={words.columns.state} param="status" names={words.shown} chosen={chosen} counts={counts} />
}
