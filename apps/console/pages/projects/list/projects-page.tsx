import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { listCycles } from '../../../../../domains/delivery/cycles/contract.ts'
import { listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import { listPendingRequests } from '../../../../../domains/delivery/requests/contract.ts'
import { prefetchFirstRows, useFirstRows } from '../../../api/use-operation.ts'
import { prefetchPages, useRows, usePages } from '../../../api/use-pages.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { paths } from '../../../paths.ts'
import { awaitingMe, newestCycles, pending, useWaitingConversations } from '../../../shell/use-waiting-count.ts'
import { isAtWork } from '../../../states.ts'
import { useWords } from '../../../words/shell/index.ts'
import { isForClient, waitingItems } from '../../../api/waiting-items.ts'
import { ProjectTable } from './project-table.tsx'

export const loader = () => {
  prefetchPages(listProjects)
  prefetchPages(listPendingRequests, pending)
  prefetchPages(listDeliverables, awaitingMe)
  return prefetchFirstRows(listCycles, newestCycles)
}

export default function ProjectsPage() {
  const words = useWords()
  const { rows: projects, ...rest } = usePages(listProjects)
  const cycles = useFirstRows(listCycles, newestCycles)
  useTitle(words.projects)
  const requests = useRows(listPendingRequests, 1_000, pending).rows
  const toDecide = useRows(listDeliverables, 1_000, awaitingMe).rows
  const waiting = waitingItems(requests, cycles, projects, toDecide).filter((thing) => !isForClient(thing))
  const messages = Map.groupBy(useWaitingConversations(), ({ projectId }) => projectId)
  const waits = new Set([...waiting.map(({ projectId }) => projectId), ...messages.keys()])
  const atWork = new Set(
    cycles.flatMap((cycle) => (isAtWork(cycle) && !waits.has(cycle.projectId) ? [cycle.projectId] : [])),
  )
  const importLink = (
    <LinkButton variant="primary" to={paths.importProject}>
      {words.projectList.bringIn}
    </LinkButton>
  )
  return (
    <div className="page">
      <Head
        title={words.projects}
        count={rest.total}
        text={words.projectList.activity(atWork.size, waits.size)}
        actions={importLink}
      />
      {projects.length === 0 ? (
        <div className="panel">
          <Empty title={words.projectList.none} text={words.projectList.noneText}>
            {importLink}
          </Empty>
        </div>
      ) : (
        <ProjectTable
          projects={projects}
          rest={rest}
          cycles={cycles}
          waiting={waiting}
          messagesOf={(id) => messages.get(id)?.length ?? 0}
        />
      )}
    </div>
  )
}
