import ChartColumn from 'lucide-react/icons/chart-column'
import { lazy, Suspense } from 'react'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listCycles } from '../../../../../domains/delivery/cycles/contract.ts'
import { getProjectCycleMetrics } from '../../../../../domains/delivery/metrics/contract.ts'
import {
  prefetch,
  prefetchFirstRows,
  useFirstRows,
  useLateReply,
  useReply,
  useFirstRowsLater,
} from '../../../api/use-operation.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { Head } from '../../../parts/page.tsx'
import { RowsSkeleton } from '../../../parts/feedback/skeleton.tsx'
import { paths, previewPath } from '../../../paths.ts'
import { isUnderWay } from '../../../states.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { type CycleRow, isForClient, waitingKind } from '../../../api/waiting-items.ts'
import { CycleRows, NoCycles } from '../cycles/cycle-rows.tsx'
import { comparedFrom, Figures, weeks, type Metrics } from '../metric-figures.tsx'
import { ProjectFrame } from '../project-frame.tsx'
import { listFirstChanges, listProjectHistory } from '../../../../../domains/delivery/repository-reads/contract.ts'
import { Fact } from '../../../parts/text/fact.tsx'
import { listDeployments } from '../../../../../domains/code/deployments/contract.ts'
import { State } from '../../../parts/feedback/state.tsx'
import { useClientOf } from '../../../parts/story/use-clients-of.ts'
import { Age } from '../../../parts/text/age.tsx'
import { useDeploymentWords } from '../../../words/deployments/index.ts'
import { deploymentLooks } from '../deployments/deployment-looks.ts'
import { conversationPlace } from '../../../parts/text/conversation-place.ts'
import { Glyph, type GlyphName } from '../../../parts/text/glyph.tsx'
import { Handle } from '../../../parts/text/handle.tsx'
import { withoutMarks } from '../../../parts/text/without-marks.ts'
import { waitingTitle } from '../../../parts/request-decision/request-title.ts'
import { useWaiting, useWaitingConversations, waitingGlyph } from '../../../shell/use-waiting-count.ts'
import { useInboxWords } from '../../../words/inbox/index.ts'
import { useMessageWords } from '../../../words/messages/index.ts'
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

/** Changes that the files suggest, each a link to the form of a new cycle. A refusal leaves them out. */
const FirstChangeRows = ({ projectId }: { readonly projectId: string }) => {
  const words = useProjectWords().overview
  const { data } = useLateReply(listFirstChanges, { params: { id: projectId } })
  if (!data || data.changes.length === 0) return null
  return (
    <section className="pad stack-12">
      <h3>{words.firstChanges}</h3>
      {data.changes.map(({ title, reason, touches, proof }) => (
        <div key={title}>
          <TextLink to={paths.newCycle(projectId, title)}>{title}</TextLink>
          <p className="quiet" dir="auto">
            {reason}
          </p>
          <p className="quiet" dir="auto">
            {words.touchesAndProof(touches, proof)}
          </p>
        </div>
      ))}
    </section>
  )
}

/** The client of a project, its deployments and its newest revision. */
const ProjectFacts = ({ projectId }: { readonly projectId: string }) => {
  const { overview: words, settings } = useProjectWords()
  const client = useClientOf(projectId)
  const newest = useFirstRowsLater(listProjectHistory, { params: { id: projectId }, query: { limit: 1 } }).data?.[0]
  return (
    <section>
      <div className="sect-head">
        <h2>{settings.about}</h2>
      </div>
      <dl className="panel pad kv">
        <Fact name={words.client}>
          {client ? (
            <TextLink to={paths.client(client.id)}>{client.name}</TextLink>
          ) : client === null ? (
            <TextLink to={paths.clients}>{words.chooseClient}</TextLink>
          ) : (
            '\u00a0'
          )}
        </Fact>
        <Served projectId={projectId} kind="project" />
        <Served projectId={projectId} kind="production" />
        {newest ? (
          <Fact name={words.revision}>
            <TextLink to={paths.revision(projectId, newest.revisionId)}>{words.number(newest.generation)}</TextLink>,{' '}
            <Age at={newest.createdAt} />
          </Fact>
        ) : null}
      </dl>
    </section>
  )
}

/** The newest deployment of a kind: its state, which opens it while it is live. */
const Served = ({ projectId, kind }: { readonly projectId: string; readonly kind: 'project' | 'production' }) => {
  const words = useDeploymentWords()
  const newest = useFirstRowsLater(listDeployments, { query: { projectId, kind, limit: 1 } }).data?.[0]
  return (
    <Fact name={words.kinds[kind]}>
      {newest?.status === 'live' ? (
        <TextLink to={previewPath(newest.url)} target="_blank" rel="noopener">
          <State {...deploymentLooks.live}>{words.statuses.live}</State>
        </TextLink>
      ) : (
        <TextLink to={paths.deployments(projectId)}>
          {newest ? words.statuses[newest.status] : kind === 'production' ? words.deployProduction : words.deploy}
        </TextLink>
      )}
    </Fact>
  )
}

/** The items of a project that wait for this person, messages to answer, and the number of items that wait for clients. */
const useProjectWaiting = (id: string) => {
  const waiting = useWaiting().filter(({ projectId }) => projectId === id)
  const messages = useWaitingConversations().filter(({ projectId }) => projectId === id)
  const own = waiting.filter((thing) => !isForClient(thing))
  return { own, messages, atClients: waiting.length - own.length }
}

/** The items of a project that wait for this person, one to a row; nothing without items. */
const WaitingRows = ({ projectId }: { readonly projectId: string }) => {
  const { own, messages } = useProjectWaiting(projectId)
  const { board } = useProjectWords()
  const words = useInboxWords()
  const talk = useMessageWords()
  if (own.length + messages.length === 0) return null
  return (
    <section className="project-waits">
      <div className="sect-head">
        <h2>{board.columns.blocked}</h2>
      </div>
      <div className="panel rows">
        {own.map((item) => (
          <WaitingRow
            key={item.id}
            glyph={waitingGlyph(item)}
            title={waitingTitle(item, words)}
            handle={item.cycleHandle ?? ''}
            kind={words.kinds[waitingKind(item)]}
            since={item.since}
            to={(item.deliverable ? paths.deliverable : paths.cycle)(projectId, item.cycleId)}
          />
        ))}
        {messages.map((row) => (
          <WaitingRow
            key={conversationPlace(row)}
            glyph="wait"
            title={talk.wrote(row.authorName ?? talk.somebody, withoutMarks(row.excerpt))}
            handle=""
            kind={talk.message}
            since={row.saidAt}
            to={conversationPlace(row)}
          />
        ))}
      </div>
    </section>
  )
}

interface WaitingRowProps {
  readonly glyph: GlyphName
  readonly title: string
  readonly handle: string
  readonly kind: string
  readonly since: string
  readonly to: string
}

const WaitingRow = ({ glyph, title, handle, kind, since, to }: WaitingRowProps) => (
  <Link className="row cycle-row" to={to}>
    <Glyph name={glyph} />
    <span className="t cut grow" dir="auto" title={title}>
      {title}
    </span>
    <Handle>{handle}</Handle>
    <span className="m status">{kind}</span>
    <Age at={since} className="m num age" />
  </Link>
)
