import { Suspense } from 'react'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listCycles } from '../../../../../domains/delivery/cycles/contract.ts'
import { getProjectCycleMetrics } from '../../../../../domains/delivery/metrics/contract.ts'
import { prefetch, prefetchFirstRows, useFirstRows, useReply } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { LinkButton } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Head } from '../../../parts/page.tsx'
import { RowsSkeleton } from '../../../parts/skeleton.tsx'
import { paths } from '../../../paths.ts'
import { useOwnWaiting } from '../../../shell/use-waiting-count.ts'
import { isUnderWay } from '../../../states.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import type { CycleRow } from '../../../api/waiting-items.ts'
import { CycleRows } from '../cycles/cycle-rows.tsx'
import { Figures, type Metrics } from '../metric-figures.tsx'
import { LatestRevision } from './latest-revision.tsx'
import { ProjectTimeline } from './project-timeline.tsx'
import { ProjectFrame } from '../project-frame.tsx'
import { WeeksChart } from '../weeks-chart.tsx'
import '../project.css'
import '../../../parts/charts/charts.css'

const days = 84
/** A chart of fewer bars says less than the figures above it. */
const weeksLeast = 3
// Fewer completed cycles say nothing about how long one usually takes.
const comparedFrom = 5
const cyclesOf = (projectId: string) => ({ query: { projectId, limit: 50 } })
const metricsOf = (id: string) => ({ params: { id }, query: { days } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = params.projectId!
  prefetch(getProject, { params: { id } })
  prefetch(getProjectCycleMetrics, metricsOf(id))
  return prefetchFirstRows(listCycles, cyclesOf(id))
}

export default function ProjectPage() {
  const id = useParams().projectId!
  const words = useProjectWords().overview
  const metrics = useReply(getProjectCycleMetrics, metricsOf(id))
  const cycles = useFirstRows(listCycles, cyclesOf(id))
  const { project } = useReply(getProject, { params: { id } })
  const open = cycles.filter(isUnderWay)
  const begins = new Map(metrics.agingWip.map(({ cycleId, startedAt }) => [cycleId, startedAt]))
  const beginOf = (cycle: CycleRow) => begins.get(cycle.id) ?? cycle.statusChangedAt
  return (
    <ProjectFrame id={id}>
      <Head title={project.name} text={<Sentence health={useHealth(id, cycles, metrics)} metrics={metrics} />} />
      {/* A project without a cycle has nothing to measure: its first one comes first. */}
      {cycles.length === 0 ? null : (
        <>
          <Figures projectId={id} metrics={metrics} />
          {metrics.throughput.weeks.filter(({ completed }) => completed > 0).length < weeksLeast ? null : (
            <div className="panel charts">
              <WeeksChart weeks={metrics.throughput.weeks} />
            </div>
          )}
        </>
      )}
      <div className="lower">
        <section>
          <div className="sect-head">
            <h2>{words.current}</h2>
            <Link className="more" to={paths.cycles(id)}>
              {words.allCycles}
            </Link>
          </div>
          {open.length > 0 ? (
            <CycleRows cycles={open} beginOf={beginOf} />
          ) : (
            <Nothing projectId={id} isNew={cycles.length === 0} />
          )}
        </section>
        <LatestRevision projectId={id} />
      </div>
      <Suspense fallback={<RowsSkeleton rows={4} />}>
        <ProjectTimeline projectId={id} />
      </Suspense>
    </ProjectFrame>
  )
}

/** One sentence that says how the project is. */
const useHealth = (id: string, cycles: readonly CycleRow[], { agingWip, throughput }: Metrics): string => {
  const words = useProjectWords().overview
  const waiting = useOwnWaiting().filter(({ projectId }) => projectId === id).length
  if (waiting > 0) return words.waiting(waiting)
  if (cycles[0]?.status === 'failed') return words.failing
  const late = throughput.completed < comparedFrom ? [] : agingWip.filter(({ isAging }) => isAging === true)
  if (late[0]) return words.late(late[0].title, late.length)
  return cycles.some(isUnderWay) ? words.well : `${words.quiet}.`
}

interface SentenceProps {
  readonly health: string
  readonly metrics: Metrics
}

const Sentence = ({ health, metrics: { throughput, agingWip } }: SentenceProps) => {
  const words = useProjectWords().overview
  const { lastedInWords } = useFormat()
  const oldest = agingWip[0]
  return (
    <>
      {health} {words.sentence(throughput.completed, days)}
      {oldest ? ` ${words.oldest(oldest.title, lastedInWords(1_000 * oldest.ageSeconds))}` : ''}
    </>
  )
}

const Nothing = ({ projectId, isNew }: { readonly projectId: string; readonly isNew: boolean }) => {
  const words = useWords()
  const { overview } = useProjectWords()
  return (
    <div className="panel">
      <Empty title={isNew ? words.cycles.none : overview.quiet} text={words.cycles.noneText}>
        <LinkButton variant="primary" to={paths.newCycle(projectId)}>
          {words.home_.newCycle}
        </LinkButton>
      </Empty>
    </div>
  )
}
