import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { getProjectRoadmap } from '../../../../../domains/delivery/planning/contract/project-run.ts'
import { listCycles } from '../../../../../domains/delivery/cycles/contract.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { prefetchPages, useRows } from '../../../api/use-pages.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { Head } from '../../../parts/page.tsx'
import { Section } from '../../../parts/section.tsx'
import { CutNote } from '../../../parts/list/show-more.tsx'
import { paths } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { useServerWords } from '../../../words/server/index.ts'
import { CycleRows, useCycleCosts, CycleViews } from '../cycles/cycle-rows.tsx'
import { ProjectFrame } from '../project-frame.tsx'
import { PlannedRows, RunButtons } from './roadmap-parts.tsx'

const cyclesOf = (projectId: string) => ({ query: { projectId, limit: 200 } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const input = { params: { id: params.projectId! } }
  prefetch(getProject, input)
  prefetchPages(listCycles, cyclesOf(params.projectId!))
  return prefetch(getProjectRoadmap, input)
}

export default function RoadmapPage() {
  const id = useParams().projectId!
  const { tabs, roadmap: words } = useProjectWords()
  const {
    cycles: { heads },
    home_: { newCycle },
  } = useWords()
  const { worded } = useServerWords()
  const roadmap = useReply(getProjectRoadmap, { params: { id } })
  const { canSteer, project } = useReply(getProject, { params: { id } })
  const isOpen = canSteer && project.archivedAt === null
  const { run, next, running } = roadmap
  const { rows, cutAt } = useRows(listCycles, 5_000, cyclesOf(id))
  const cycles = new Map(rows.map((cycle) => [cycle.id, cycle]))
  const costOf = useCycleCosts(id)
  const progress = run.status === 'off' ? words.offText : words.begun(run.cyclesBegun)
  return (
    <ProjectFrame id={id}>
      <Head
        title={tabs.roadmap}
        text={`${words.status[run.status]} ${run.reason === null ? progress : worded(run.reason)}`}
        actions={
          <>
            {isOpen ? <RunButtons projectId={id} status={run.status} hasNext={next.length > 0} /> : null}
            <CycleViews projectId={id} />
          </>
        }
      />
      {next.length > 0 ? (
        <Section title={words.next}>
          <PlannedRows roadmap={roadmap} cycles={cycles} canOrder={isOpen} />
        </Section>
      ) : (
        <EmptyPanel title={words.nothingNext} text={words.nothingNextText}>
          {isOpen ? <LinkButton to={paths.newCycle(id)}>{newCycle}</LinkButton> : null}
        </EmptyPanel>
      )}
      {running.length > 0 ? (
        <Section title={words.running}>
          <CycleRows
            cycles={running.flatMap(({ cycleId }) => cycles.get(cycleId) ?? [])}
            beginOf={({ createdAt }) => createdAt}
            costOf={costOf}
            since={heads.proposed}
          />
        </Section>
      ) : null}
      <CutNote cutAt={cutAt} />
    </ProjectFrame>
  )
}
