import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import {
  getProjectRoadmap,
  startProject,
  stopProject,
} from '../../../../../domains/delivery/planning/contract/project-run.ts'
import { prefetch, useOperation, useReply } from '../../../api/use-operation.ts'
import { Age } from '../../../parts/age.tsx'
import { Button, LinkButton } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Glyph } from '../../../parts/glyph.tsx'
import { Handle } from '../../../parts/handle.tsx'
import { Head } from '../../../parts/page.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { PartialRows } from '../../../parts/partial-rows.tsx'
import { Section } from '../../../parts/section.tsx'
import { paths } from '../../../paths.ts'
import { cycleStates } from '../../../states.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { useServerWords } from '../../../words/server/index.ts'
import { PlannedRows } from './planned-cycle-rows.tsx'
import { ProjectFrame } from '../project-frame.tsx'
import type { Roadmap, RoadmapRow } from './roadmap-order.ts'

export const loader = ({ params }: LoaderFunctionArgs) => {
  const of = { params: { id: params.projectId! } }
  prefetch(getProject, of)
  return prefetch(getProjectRoadmap, of)
}

export default function RoadmapPage() {
  const id = useParams().projectId!
  const { tabs, roadmap: words } = useProjectWords()
  const { worded } = useServerWords()
  const roadmap = useReply(getProjectRoadmap, { params: { id } })
  const { canSteer, project } = useReply(getProject, { params: { id } })
  const isOpen = canSteer && project.archivedAt === null
  const { run } = roadmap
  const told = run.status === 'off' ? words.offText : words.begun(run.cyclesBegun)
  return (
    <ProjectFrame id={id}>
      <Head
        title={tabs.roadmap}
        text={`${words.status[run.status]} ${run.reason === null ? told : worded(run.reason)}`}
        actions={
          isOpen ? <RunButtons projectId={id} status={run.status} hasNext={roadmap.next.length > 0} /> : undefined
        }
      />
      <Sections roadmap={roadmap} projectId={id} canOrder={isOpen} />
    </ProjectFrame>
  )
}

interface SectionsProps {
  readonly roadmap: Roadmap
  readonly projectId: string
  readonly canOrder: boolean
}

const Sections = ({ roadmap, projectId, canOrder }: SectionsProps) => {
  const words = useProjectWords().roadmap
  const { next, running, done } = roadmap
  return (
    <>
      {running.length > 0 ? (
        <Section title={words.running}>
          <RoadmapRows rows={running} projectId={projectId} />
        </Section>
      ) : null}
      <Section title={words.next}>
        {next.length > 0 ? (
          <PlannedRows roadmap={roadmap} canOrder={canOrder} />
        ) : (
          <NothingNext projectId={projectId} />
        )}
      </Section>
      <Section title={words.done}>
        {done.length > 0 ? (
          <RoadmapRows rows={done} projectId={projectId} />
        ) : (
          <p className="quiet">{words.nothingDone}</p>
        )}
      </Section>
    </>
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
    <div className="line wrap">
      {status === 'off' || status === 'waiting' ? (
        <Button
          variant={hasNext ? 'primary' : undefined}
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
    </div>
  )
}

const RoadmapRows = ({ rows, projectId }: { readonly rows: readonly RoadmapRow[]; readonly projectId: string }) => {
  const words = useWords()
  return (
    <div className="panel rows">
      <PartialRows rows={rows}>
        {({ cycleId, handle, title, status, statusChangedAt }) => (
          <Link key={cycleId} className="row rows-cheap cycle-row" to={paths.cycle(projectId, cycleId)}>
            <Glyph name={cycleStates[status].glyph} />
            <span className="t cut grow" dir="auto" title={title}>
              {title}
            </span>
            <Handle>{handle}</Handle>
            <span className="m status">{words.states.cycle[status]}</span>
            <Age at={statusChangedAt} className="m num age" />
          </Link>
        )}
      </PartialRows>
    </div>
  )
}

const NothingNext = ({ projectId }: { readonly projectId: string }) => {
  const words = useWords()
  const { roadmap } = useProjectWords()
  return (
    <div className="panel">
      <Empty title={roadmap.nothingNext} text={roadmap.nothingNextText}>
        <LinkButton to={paths.newCycle(projectId)}>{words.home_.newCycle}</LinkButton>
      </Empty>
    </div>
  )
}
