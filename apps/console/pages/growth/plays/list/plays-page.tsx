import { useParams, type LoaderFunctionArgs } from 'react-router'
import { listGrowthPlays, getGrowthProject } from '../../../../../../domains/growth/plays/contract.ts'
import { listGrowthProposalRuns } from '../../../../../../domains/growth/proposals/contract.ts'
import type { Reply } from '../../../../../../platform/client/index.ts'
import { prefetch, prefetchFirstRows, useFirstRowsLater, useReply } from '../../../../api/use-operation.ts'
import { prefetchPages, usePages, type MorePages } from '../../../../api/use-pages.ts'
import { Empty } from '../../../../parts/empty.tsx'
import { Head, useTitle } from '../../../../parts/page.tsx'
import { RowsSkeleton } from '../../../../parts/skeleton.tsx'
import { useFilter } from '../../../../parts/use-filter.tsx'
import { useOpener } from '../../../../parts/use-opener.tsx'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { GrowthFrame } from '../../growth-frame.tsx'
import { NewPlaySection } from './new-play-section.tsx'
import { byState } from './play-order.ts'
import { PlayTable } from './play-table.tsx'
import { ProposalsNote } from './proposals-note.tsx'
import { SpendSection } from './spend-section.tsx'

const newestOf = (projectId: string) => ({ params: { projectId }, query: { limit: 1 } })
const inputOf = (projectId: string) => ({ params: { projectId } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  prefetch(getGrowthProject, inputOf(params.growthProjectId!))
  prefetchFirstRows(listGrowthProposalRuns, newestOf(params.growthProjectId!))
  return prefetchPages(listGrowthPlays, inputOf(params.growthProjectId!))
}

/** The plays of a growth project by state, and their cost. */
export default function PlaysPage() {
  const words = useGrowthPlayWords()
  const projectId = useParams().growthProjectId!
  const project = useReply(getGrowthProject, inputOf(projectId))
  const { rows: plays, ...rest } = usePages(listGrowthPlays, inputOf(projectId))
  useTitle(words.title, project.name)
  const proposals = useFirstRowsLater(listGrowthProposalRuns, newestOf(projectId))
  const { isOpen, opener } = useOpener(words.create, plays.length === 0)
  const canAdd = project.archivedAt === null
  const active = plays.filter(({ status }) => status === 'active').length
  return (
    <GrowthFrame project={project} isWide>
      <Head
        title={words.title}
        count={rest.total}
        text={words.text(active)}
        actions={canAdd && plays.length > 0 ? opener : undefined}
      />
      {canAdd && isOpen && plays.length > 0 ? <NewPlaySection projectId={projectId} /> : null}
      {proposals.isPending ? (
        <RowsSkeleton />
      ) : (
        <>
          <ProposalsNote run={proposals.data?.[0]} error={proposals.error} />
          <Plays plays={plays} rest={rest} />
          {canAdd && plays.length === 0 ? <NewPlaySection projectId={projectId} /> : null}
          <SpendSection projectId={projectId} />
        </>
      )}
    </GrowthFrame>
  )
}

interface PlaysProps {
  readonly plays: Reply<typeof listGrowthPlays>
  readonly rest: MorePages
}

const Plays = ({ plays, rest }: PlaysProps) => {
  const words = useGrowthPlayWords()
  const { shown, field, isNone } = useFilter(
    plays.toSorted(byState),
    ({ name, audience }) => `${name} ${audience}`,
    words.filter,
    rest,
  )
  if (plays.length === 0) {
    return (
      <div className="panel">
        <Empty title={words.none} text={words.noneText} />
      </div>
    )
  }
  return (
    <>
      {field === null ? null : <div className="filters">{field}</div>}
      {isNone ? <p className="panel pad quiet">{words.noPlayFits}</p> : <PlayTable plays={shown} rest={rest} />}
    </>
  )
}
