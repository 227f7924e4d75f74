import { useParams, type LoaderFunctionArgs } from 'react-router'
import { listGrowthPlays, getGrowthProject } from '../../../../../../domains/growth/plays/contract.ts'
import { prefetch, useReply } from '../../../../api/use-operation.ts'
import { prefetchPages, usePages } from '../../../../api/use-pages.ts'
import { Empty } from '../../../../parts/empty.tsx'
import { Head, useTitle } from '../../../../parts/page.tsx'
import { More } from '../../../../parts/show-more.tsx'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { GrowthFrame } from '../../growth-frame.tsx'
import { NewPlaySection } from './new-play-section.tsx'
import { PlayBoard } from './play-board.tsx'
import { ProposalsNote } from './proposals-note.tsx'
import { SpendSection } from './spend-section.tsx'

const inputOf = (projectId: string) => ({ params: { projectId } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  prefetch(getGrowthProject, inputOf(params.growthProjectId!))
  return prefetchPages(listGrowthPlays, inputOf(params.growthProjectId!))
}

/** The plays of a growth project by state, and what they cost. */
export default function PlaysPage() {
  const words = useGrowthPlayWords()
  const projectId = useParams().growthProjectId!
  const project = useReply(getGrowthProject, inputOf(projectId))
  const { rows: plays, ...rest } = usePages(listGrowthPlays, inputOf(projectId))
  useTitle(words.title, project.name)
  const active = plays.filter(({ status }) => status === 'active').length
  return (
    <GrowthFrame isWide project={project}>
      <Head title={words.title} count={rest.total} text={words.text(active)} />
      <ProposalsNote projectId={projectId} />
      {plays.length === 0 ? (
        <div className="panel">
          <Empty title={words.none} text={words.noneText} />
        </div>
      ) : (
        <PlayBoard plays={plays} />
      )}
      <More onMore={rest.more} rest={rest} />
      {project.archivedAt === null ? <NewPlaySection projectId={projectId} /> : null}
      <SpendSection projectId={projectId} />
    </GrowthFrame>
  )
}
