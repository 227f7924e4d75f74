import { useNavigate, useSearchParams } from 'react-router'
import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetchPages, useAllRows, usePages } from '../../../api/use-pages.ts'
import { LinkButton } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { NamedOptions } from '../../../parts/options.tsx'
import { useFilter } from '../../../parts/use-filter.tsx'
import { paths, withParam } from '../../../paths.ts'
import { useClientsOf } from '../../../parts/story/use-clients-of.ts'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { awaitingMe } from '../../../shell/use-waiting-count.ts'
import { DeliverableList, useListState } from './deliverable-list.tsx'
import '../deliverables.css'

/** The most rows of a list without the field. */
const filteredFrom = 3

export const loader = () => {
  prefetchPages(listProjects)
  prefetchPages(listDeliverables, awaitingMe)
  return prefetchPages(listDeliverables)
}

/** All deliverables of the workspace. */
export default function DeliverablesPage() {
  const words = useDeliverableWords()
  const { noneFits } = useWords()
  const { rows: all, ...rest } = usePages(listDeliverables)
  const allMine = useAllRows(listDeliverables, awaitingMe)
  const { rows, mine, clientOf, choice } = useOfClient(all, allMine)
  const names = new Map(useAllRows(listProjects).map(({ id, name }) => [id, name]))
  const { shown, field, isNone } = useFilter(
    rows,
    ({ title, projectId }) => [title, names.get(projectId), clientOf(projectId)?.name].join(' '),
    words.list.filter,
    rest,
    filteredFrom,
  )
  useTitle(words.deliverables)
  return (
    <div className="page">
      <Head
        title={words.deliverables}
        count={rows === all ? rest.total : rows.length}
        text={useListState(rows, mine)}
      />
      {field || choice ? (
        <div className="filters">
          {field}
          {choice}
        </div>
      ) : null}
      {isNone ? (
        <div className="panel">
          {rows.length > 0 ? (
            <p className="pad quiet">{noneFits}</p>
          ) : (
            <Empty title={words.list.none} text={words.list.noneText}>
              <LinkButton to={paths.projects}>{words.list.chooseProject}</LinkButton>
            </Empty>
          )}
        </div>
      ) : (
        <DeliverableList
          rows={shown}
          mine={mine.filter(({ id }) => shown.some((row) => row.id === id))}
          names={names}
          clientOf={clientOf}
          rest={rest}
        />
      )}
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
        <select
          className="input role"
          aria-label={words.client}
          value={isFiltered ? chosen : ''}
          onChange={({ target }) => void navigate(withParam(query, 'client', target.value), { replace: true })}
        >
          <option value="">{words.allClients}</option>
          <NamedOptions of={Array.from(clients, ([id, name]) => ({ id, name }))} />
        </select>
      ),
  }
}
