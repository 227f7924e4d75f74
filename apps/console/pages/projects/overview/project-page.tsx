import ChartColumn from 'lucide-react/icons/chart-column'
import { lazy, Suspense } from 'react'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listCycles } from '../../../../../domains/delivery/cycles/contract.ts'
import { getProjectCycleMetrics } from '../../../../../domains/delivery/metrics/contract.ts'
import { prefetch, prefetchFirstRows, useFirstRows, useReply } from '../../../api/use-operation.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { Head } from '../../../parts/page.tsx'
import { RowsSkeleton } from '../../../parts/feedback/skeleton.tsx'
import { paths } from '../../../paths.ts'
import { isUnderWay } from '../../../states.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import type { CycleRow } from '../../../api/waiting-items.ts'
import { CycleRows, NoCycles } from '../cycles/cycle-rows.tsx'
import { comparedFrom, Figures, weeks, type Metrics } from '../metric-figures.tsx'
import { ProjectFrame } from '../project-frame.tsx'
import { ProjectFacts, useProjectWaiting, WaitingRows, FirstChangeRows } from './project-panels.tsx'
import '../project.css'
import '../../../parts/charts/charts.css'

// Parts beside the state of the project are read after it.
const WeeksChart = lazy(async () => ({ default: (await import('./weeks-chart.tsx')).WeeksChart }))
const ProjectTimeline = lazy(async () => ({ default: (await import('./project-timeline.tsx')).ProjectTimeline }))
const LatestPreview = lazy(async () => ({ default: (await import('./latest-preview.tsx')).LatestPreview }))

/** A chart of fewer bars is less useful than the figures above it. */
const weeksLeast = 3
/** The newest cycles that are shown while none is in progress. */
const latestMost = 5
const cyclesOf = (projectId: string) => ({ query: { projectId, limit: 50 } })
const metricsOf = (id: string) => ({ params: { id }, query: { days: 7 * weeks } })

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
  const { own: waiting } = useProjectWaiting(id)
  const open = cycles.filter(isUnderWay)
  // Waiting cycles are listed above; if nothing else is in progress, they are among the latest.
  const isMoving = open.some((cycle) => !waiting.some(({ cycleId }) => cycleId === cycle.id))
  const latest = cycles.slice(0, latestMost)
  const begins = new Map(metrics.agingWip.map(({ cycleId, startedAt }) => [cycleId, startedAt]))
  const beginOf = (cycle: CycleRow) => begins.get(cycle.id) ?? cycle.statusChangedAt
  return (
    <ProjectFrame id={id}>
      <Head
        title={project.name}
        text={<NamedCycle projectId={id} {...useHealth(id, cycles, metrics)} />}
        actions={
          <LinkButton icon={ChartColumn} to={paths.metrics(id)}>
            {words.metrics}
          </LinkButton>
        }
      />
      <WaitingRows projectId={id} />
      {/* A project without a cycle has nothing to measure: its first one comes first. */}
      {cycles.length === 0 ? null : (
        <>
          <Figures projectId={id} metrics={metrics} />
          {metrics.throughput.weeks.filter(({ completed }) => completed > 0).length < weeksLeast ? null : (
            <div className="panel charts">
              <Suspense fallback={<RowsSkeleton rows={4} />}>
                <WeeksChart weeks={metrics.throughput.weeks} />
              </Suspense>
            </div>
          )}
        </>
      )}
      <div className="lower">
        <div>
          <section>
            <div className="sect-head">
              <h2>{isMoving ? words.current : words.latest}</h2>
              {cycles.length === 0 ? null : (
                <Link className="more" to={paths.cycles(id)}>
                  {words.allCycles}
                </Link>
              )}
            </div>
            {isMoving ? (
              <CycleRows cycles={open} beginOf={beginOf} />
            ) : latest.length > 0 ? (
              <CycleRows cycles={latest} />
            ) : (
              <NoCycles projectId={id}>
                <FirstChangeRows projectId={id} />
              </NoCycles>
            )}
          </section>
          <Suspense fallback={<RowsSkeleton rows={4} />}>
            <ProjectTimeline projectId={id} listed={isMoving ? [] : latest} />
          </Suspense>
        </div>
        <div className="stack-16">
          <ProjectFacts projectId={id} />
          <Suspense>
            <LatestPreview projectId={id} />
          </Suspense>
        </div>
      </div>
    </ProjectFrame>
  )
}

/** A sentence about the state of the project, and the late cycle that it names. */
const useHealth = (id: string, cycles: readonly CycleRow[], { agingWip, throughput }: Metrics): Health => {
  const words = useProjectWords().overview
  const { own, messages, atClients } = useProjectWaiting(id)
  if (own.length + messages.length > 0) return { text: words.waiting(own.length + messages.length, atClients) }
  if (cycles[0]?.status === 'failed') return { text: words.failing, named: cycles[0] }
  const [late, ...others] =
    throughput.completed < comparedFrom ? [] : agingWip.filter(({ isAging }) => isAging === true)
  if (late) return { text: words.late(late.title, 1 + others.length), named: { id: late.cycleId, title: late.title } }
  return { text: words.well(cycles.filter(isUnderWay).length, atClients) }
}

interface Health {
  readonly text: string
  /** The cycle whose title is in the text. */
  readonly named?: Pick<CycleRow, 'id' | 'title'>
}

/** A sentence in which the title of a cycle leads to it. */
const NamedCycle = ({ projectId, text, named: cycle }: Health & { readonly projectId: string }) => {
  const at = cycle ? text.indexOf(cycle.title) : -1
  if (!cycle || at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <TextLink to={paths.cycle(projectId, cycle.id)}>{cycle.title}</TextLink>
      {text.slice(at + cycle.title.length)}
    </>
  )
}
