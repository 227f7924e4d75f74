import { lazy, Suspense, useState } from 'react'
import Plus from 'lucide-react/icons/plus'
import { getMyPreferences } from '../../../../domains/accounts/people/contract/preferences.ts'
import { getWorkspacePolicies, listProjects } from '../../../../domains/code/projects/contract.ts'
import { listCycles } from '../../../../domains/delivery/cycles/contract.ts'
import { listClientConversations } from '../../../../domains/delivery/conversation/contract.ts'
import { listDeliverables } from '../../../../domains/delivery/deliverables/contract.ts'
import { listPendingRequests } from '../../../../domains/delivery/requests/contract.ts'
import { prefetch, prefetchFirstRows, useFirstRows, useFirstRowsLater, useLateReply } from '../../api/use-operation.ts'
import { prefetchPages, useRows } from '../../api/use-pages.ts'
import { useAges, useFormat } from '../../format.ts'
import { LinkButton } from '../../parts/forms/button.tsx'
import { Head, useTitle } from '../../parts/page.tsx'
import { BatchOffer } from '../projects/cycles/change-review/batch-offer.tsx'
import { CutNote } from '../../parts/list/show-more.tsx'
import { paths } from '../../paths.ts'
import { useDismissedFailures } from '../../shell/dismissed-failures.ts'
import { latePart, persistently } from '../../shell/late-code.ts'
import { awaitingMe, newestCycles, pending, useWaitingConversations } from '../../shell/use-waiting-count.ts'
import { isAtWork, cycleState } from '../../states.ts'
import { useInboxWords } from '../../words/inbox/index.ts'
import { useWords } from '../../words/shell/index.ts'
import { useRole } from '../../api/use-role.ts'
import { Inbox, WithClients, Sentence } from './inbox-panel.tsx'
import { isForClient, waitingItems, type CycleRow } from '../../api/waiting-items.ts'
import { Link } from 'react-router'
import { Glyph } from '../../parts/text/glyph.tsx'
import { TextLink } from '../../parts/text/text-link.tsx'
import { getWorkspaceBudget } from '../../../../domains/delivery/budgets/contract.ts'
import { Meter } from '../../parts/feedback/meter.tsx'
import './home.css'

// Its words belong to growth, which few home pages need.
const WaitingMails = lazy(persistently(() => import('./waiting-mails.tsx')))

const MergeChoicePanel = latePart(
  async () => (await import('../../parts/policies/merge-choice-panel.tsx')).MergeChoicePanel,
)

// Its rows are those of the page of deliverables.
const DeliveredPanel = latePart(async () => (await import('./delivered-panel.tsx')).DeliveredPanel)

const EndingTokens = lazy(persistently(() => import('./ending-tokens.tsx')))

// A few of them are shown: the last published ones.
const newestDeliverables = { query: { limit: 100 } }

// No event reports that a run has got its sandbox.
const queueReadEveryMs = 5_000
export const loader = () => {
  prefetchPages(listPendingRequests, pending)
  prefetchFirstRows(listDeliverables, newestDeliverables)
  prefetchPages(listDeliverables, awaitingMe)
  prefetchPages(listProjects)
  prefetch(listClientConversations)
  prefetch(getMyPreferences)
  prefetch(getWorkspacePolicies)
  return prefetchFirstRows(listCycles, newestCycles)
}

export default function HomePage() {
  const words = useWords()
  const projects = useRows(listProjects, 5_000).rows
  const { isAdministrator } = useRole()
  const cycles = useFirstRows(listCycles, newestCycles)
  const toDecide = useRows(listDeliverables, 1_000, awaitingMe).rows
  const isDismissed = useDismissedFailures()
  const open = cycles.filter((cycle) => cycle.status !== 'failed' || !isDismissed(cycle))
  const requests = useRows(listPendingRequests, 1_000, pending)
  const things = waitingItems(requests.rows, open, projects, toDecide)
  const change = things.find(({ request }) => request?.requestType === 'approval' && request.taskId !== null)?.request
  const own = things.filter((thing) => !isForClient(thing))
  const ofClients = things.filter(isForClient)
  const deliverables = useFirstRows(listDeliverables, newestDeliverables)
  const conversations = useWaitingConversations()
  const [mails, setMails] = useState({ count: 0, isMore: false })
  const running = cycles.filter(isAtWork)
  const queued = running.filter((cycle) => cycle.queued).length
  useFirstRowsLater(listCycles, newestCycles, { refetchInterval: running.length > 0 && queueReadEveryMs })
  const activity = useInboxWords().running(running.length - queued, queued)
  useTitle(words.home)
  return (
    <div className="page">
      <Head
        title={words.home}
        text={
          <Sentence
            since={[...own, ...conversations.map(({ saidAt }) => ({ since: saidAt }))].map(({ since }) => since)}
            mails={mails}
            ofClients={ofClients.length}
            activity={activity}
          />
        }
        actions={
          projects[0] ? (
            <LinkButton icon={Plus} to={paths.newCycle(projects[0].id)}>
              {words.home_.newCycle}
            </LinkButton>
          ) : (
            <LinkButton variant="primary" to={paths.firstRun}>
              {words.projectList.bringIn}
            </LinkButton>
          )
        }
      />
      <div className="home">
        <div>
          <div className="stack-16">
            <BatchOffer />
            {mails.count > 0 && own.length + conversations.length === 0 ? null : (
              <Inbox things={own} waiting={conversations} activity={activity} />
            )}
            <CutNote cutAt={requests.cutAt} />
          </div>
          <WithClients things={ofClients} />
          <Suspense fallback={null}>
            <WaitingMails onCount={setMails} />
            {isAdministrator ? <EndingTokens /> : null}
            <DeliveredPanel deliverables={deliverables} projects={projects} />
          </Suspense>
        </div>
        <aside className="aside">
          {running.length > 0 ? <Running cycles={running} /> : null}
          <Spend />
          {isAdministrator && change ? (
            <Suspense fallback={null}>
              <MergeChoicePanel request={change} />
            </Suspense>
          ) : null}
        </aside>
      </div>
    </div>
  )
}

/** The cycles at work, and cycles that wait for a free sandbox. */
const Running = ({ cycles }: { readonly cycles: readonly CycleRow[] }) => {
  const words = useWords()
  const { agoInWords } = useAges()
  const isAllQueued = cycles.every(({ queued }) => queued)
  return (
    <section>
      <h2>{isAllQueued ? words.states.task.queued : words.home_.running}</h2>
      <div className="rows">
        {cycles.map((cycle) => {
          const { id, projectId, handle, title, taskCount, statusChangedAt } = cycle
          const { glyph, text } = cycleState(cycle, words.states)
          return (
            <Link key={id} className="run" to={paths.cycle(projectId, id)}>
              <div className="line">
                <Glyph name={glyph} />
                <b className="cut grow" dir="auto" title={title}>
                  {title}
                </b>
                <span className="quiet">{agoInWords(statusChangedAt)}</span>
              </div>
              <div className="quiet cut">
                {handle} · {text} · {words.cycles.tasks(taskCount)}
              </div>
            </Link>
          )
        })}
      </div>
    </section>
  )
}

/** The cost of models in the whole workspace against its cap, with a link to the cost of each project. */
const Spend = () => {
  const words = useWords().home_
  const { dollars } = useFormat()
  const workspace = useLateReply(getWorkspaceBudget).data
  if (!workspace) return null
  const { spentUsd: spent, reservedUsd: held, enforced } = workspace
  const cap = enforced.costCapUsd
  return (
    <section>
      <h2>{words.spend}</h2>
      <div className="line base">
        <span className="sum">{dollars(spent)}</span>
        {cap === null ? null : <span className="quiet">{words.ofCap(dollars(cap))}</span>}
      </div>
      {cap === null ? null : <Meter spent={spent} held={held} cap={cap} />}
      {held > 0 ? <p className="quiet small">{words.reserved(dollars(held))}</p> : null}
      <TextLink to={paths.usage}>{words.byProject}</TextLink>
    </section>
  )
}
