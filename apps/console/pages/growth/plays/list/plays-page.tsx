import { useParams, type LoaderFunctionArgs } from 'react-router'
import { listGrowthPlays, getGrowthProject } from '../../../../../../domains/growth/plays/contract.ts'
import { listGrowthProposalRuns } from '../../../../../../domains/growth/proposals/contract.ts'
import { prefetch, prefetchFirstRows, useFirstRowsLater, useReply } from '../../../../api/use-operation.ts'
import { prefetchPages, usePages, type MorePages } from '../../../../api/use-pages.ts'
import { Empty } from '../../../../parts/empty.tsx'
import { Head, useTitle } from '../../../../parts/page.tsx'
import { More } from '../../../../parts/show-more.tsx'
import { RowsSkeleton } from '../../../../parts/skeleton.tsx'
import { useFilter } from '../../../../parts/use-filter.tsx'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { GrowthFrame } from '../../growth-frame.tsx'
import { NewPlaySection } from './new-play-section.tsx'
import { PlayBoard, type Play } from './play-board.tsx'
import { ProposalsNote } from './proposals-note.tsx'
import { SpendSection } from './spend-section.tsx'

const newestOf = (projectId: string) => ({ params: { projectId }, query: { limit: 1 } })
const inputOf = (projectId: string) => ({ params: { projectId } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  prefetch(getGrowthProject, inputOf(params.growthProjectId!))
  prefetchFirstRows(listGrowthProposalRuns, newestOf(params.growthProjectId!))
  return prefetchPages(listGrowthPlays, inputOf(params.growthProjectId!))
}

/** The plays of a growth project by state, and what they cost. */
export default function PlaysPage() {
  const words = useGrowthPlayWords()
  const projectId = useParams().growthProjectId!
  const project = useReply(getGrowthProject, inputOf(projectId))
  const { rows: plays, ...rest } = usePages(listGrowthPlays, inputOf(projectId))
  useTitle(words.title, project.name)
  const proposals = useFirstRowsLater(listGrowthProposalRuns, newestOf(projectId))
  const active = plays.filter(({ status }) => status === 'active').length
  return (
    <GrowthFrame isWide project={project}>
      <Head title={words.title} count={rest.total} text={words.text(active)} />
      {proposals.isPending ? (
        <RowsSkeleton />
      ) : (
        <>
          <ProposalsNote run={proposals.data?.[0]} error={proposals.error} />
          <Plays plays={plays} rest={rest} />
          {project.archivedAt === null ? <NewPlaySection projectId={projectId} /> : null}
          <SpendSection projectId={projectId} />
        </>
      )}
    </GrowthFrame>
  )
}

interface PlaysProps {
  readonly plays: readonly Play[]
  readonly rest: MorePages
}

const Plays = ({ plays, rest }: PlaysProps) => {
  const words = useGrowthPlayWords()
  const { noneFits } = useWords()
  const { shown, field, isNone } = useFilter(plays, ({ name, audience }) => `${name} ${audience}`, words.filter, rest)
  if (plays.length === 0) {
    return (
      <div className="panel">
        <Empty title={words.none} text={words.noneText} />
      </div>
    )
  }
  return (
    <>
      {field ? <div className="filters">{field}</div> : null}
      {isNone ? <p className="panel pad quiet">{noneFits}</p> : <PlayBoard plays={shown} />}
      <More onMore={rest.more} rest={rest} />
    </>
  )
}
