import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import {
  getProjectRoadmap,
  startProject,
  stopProject,
} from '../../../../../domains/delivery/planning/contract/project-run.ts'
import { listCycles } from '../../../../../domains/delivery/cycles/contract.ts'
import { prefetch, useOperation, useReply } from '../../../api/use-operation.ts'
import { prefetchPages, useRows } from '../../../api/use-pages.ts'
import { Button, LinkButton } from '../../../parts/forms/button.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { Head } from '../../../parts/page.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { CutNote } from '../../../parts/list/show-more.tsx'
import { paths } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { useServerWords } from '../../../words/server/index.ts'
import { CycleRows, useCycleCosts } from '../cycles/cycle-rows.tsx'
import { CycleViews } from '../cycles/cycle-views.tsx'
import { ProjectFrame } from '../project-frame.tsx'
import { PlannedRows } from './planned-cycle-rows.tsx'
import type { Roadmap } from './roadmap-order.ts'

const cyclesOf = (projectId: string) => ({ query: { projectId, limit: 200 } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const of = { params: { id: params.projectId! } }
  prefetch(getProject, of)
  prefetchPages(listCycles, cyclesOf(params.projectId!))
  return prefetch(getProjectRoadmap, of)
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
            <CycleViews projectId={id} />
            {isOpen ? <RunButtons projectId={id} status={run.status} hasNext={next.length > 0} /> : null}
          </>
        }
      />
      {next.length > 0 ? (
        <Section title={words.next}>
          <PlannedRows roadmap={roadmap} cycles={cycles} canOrder={isOpen} />
        </Section>
      ) : (
        <div className="panel">
          <Empty title={words.nothingNext} text={words.nothingNextText}>
            {isOpen ? <LinkButton to={paths.newCycle(id)}>{newCycle}</LinkButton> : null}
          </Empty>
        </div>
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

interface RunButtonsProps {
  readonly projectId: string
  readonly status: Roadmap['run']['status']
  /** Whether there is a draft to start. */
  readonly hasNext: boolean
}

const RunButtons = ({ projectId, status, hasNext }: RunButtonsProps) => {
  const words = useProjectWords().roadmap
  const start = useOperation(startProject)
  const stop = useOperation(stopProject)
  const of = { params: { id: projectId } }
  const isStopping = stop.isPending || status === 'stopping'
  return (
    <>
      {(status === 'off' && hasNext) || status === 'waiting' ? (
        <Button
          variant={hasNext ? 'primary' : 'outline'}
          isPending={start.isPending}
          pendingText={words.starting}
          onClick={() => start.mutate(of)}
        >
          {status === 'off' ? words.start : words.goOn}
        </Button>
      ) : null}
      {status === 'off' ? null : (
        <Button title={words.stopHint} disabled={isStopping} onClick={() => stop.mutate(of)}>
          {isStopping ? words.stopping : words.stop}
        </Button>
      )}
      <Refusal error={start.error ?? stop.error} />
    </>
  )
}
