import { useNavigate, useSearchParams } from 'react-router'
import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetchPages, useAllRows, usePages } from '../../../api/use-pages.ts'
import { LinkButton } from '../../../parts/button.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { NamedOptions } from '../../../parts/options.tsx'
import { paths, withParam } from '../../../paths.ts'
import { useClientsOf } from '../../../parts/story/use-clients-of.ts'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { awaitingMe } from '../../../shell/use-waiting-count.ts'
import { DeliverableList, useListState } from './deliverable-list.tsx'
import '../deliverables.css'

export const loader = () => {
  prefetchPages(listProjects)
  prefetchPages(listDeliverables, awaitingMe)
  return prefetchPages(listDeliverables)
}

/** All deliverables of the workspace. */
export default function DeliverablesPage() {
  const words = useDeliverableWords()
  const { rows: all, ...rest } = usePages(listDeliverables)
  const allMine = useAllRows(listDeliverables, awaitingMe)
  const { rows, mine, clientOf, choice } = useOfClient(all, allMine)
  const names = new Map(useAllRows(listProjects).map(({ id, name }) => [id, name]))
  useTitle(words.deliverables)
  return (
    <div className="page">
      <Head
        title={words.deliverables}
        count={rows === all ? rest.total : rows.length}
        text={useListState(rows, mine)}
      />
      {choice}
      <DeliverableList
        rows={rows}
        mine={mine}
        names={names}
        clientOf={clientOf}
        rest={rest}
        begin={<LinkButton to={paths.projects}>{words.list.chooseProject}</LinkButton>}
      />
    </div>
  )
}

type Rows = Reply<typeof listDeliverables>

/** The deliverables of the client that the address names, and the choice among the clients where there are several. */
const useOfClient = (all: Rows, mine: Rows) => {
  const words = useDeliverableWords().list
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const clientOf = useClientsOf([...new Set(all.map(({ projectId }) => projectId))])
  const clients = new Map(all.flatMap(({ projectId }) => clientOf(projectId) ?? []).map(({ id, name }) => [id, name]))
  const chosen = query.get('client') ?? ''
  const isShown = ({ projectId }: Rows[number]) => clientOf(projectId)?.id === chosen
  const isFiltered = clients.has(chosen)
  return {
    clientOf,
    rows: isFiltered ? all.filter(isShown) : all,
    mine: isFiltered ? mine.filter(isShown) : mine,
    choice:
      clients.size < 2 ? null : (
        <div className="filters">
          <select
            className="input role"
            aria-label={words.client}
            value={isFiltered ? chosen : ''}
            onChange={({ target }) => void navigate(withParam(query, 'client', target.value), { replace: true })}
          >
            <option value="">{words.allClients}</option>
            <NamedOptions of={Array.from(clients, ([id, name]) => ({ id, name }))} />
          </select>
        </div>
      ),
  }
}
