import { useQueries } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { getDeliverable, listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { query } from '../../../api/use-operation.ts'
import { prefetchPages, useRows, usePages } from '../../../api/use-pages.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { AddressChoice } from '../../../parts/forms/options.tsx'
import { countBy, Segments, useChoice } from '../../../parts/forms/segments.tsx'
import { useFilter } from '../../../parts/list/use-filter.tsx'
import { paths } from '../../../paths.ts'
import { useClientsOf } from '../../../parts/story/use-clients-of.ts'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { awaitingMe } from '../../../shell/use-waiting-count.ts'
import { askedMost, DeliverableList, useListState, approvalOf } from './deliverable-list.tsx'
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
  const allMine = useRows(listDeliverables, 1_000, awaitingMe).rows
  const { rows, mine, clientOf, choice } = useOfClient(all, allMine)
  const names = new Map(useRows(listProjects, 5_000).rows.map(({ id, name }) => [id, name]))
  const { shown, field, isNone } = useFilter(
    rows,
    {
      textOf: ({ title, projectId }) => [title, names.get(projectId), clientOf(projectId)?.name].join(' '),
      label: words.list.filter,
      most: filteredFrom,
    },
    rest,
  )
  const show = useChoice('show', shows)
  const showOf = useShowOf(rows)
  const fitting = show === 'all' ? shown : shown.filter((row) => showOf(row) === show)
  const isKnown = rest.more === undefined && rows.length <= askedMost && rows.every((row) => showOf(row))
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
          {rows.length > askedMost ? null : (
            <Segments
              label={words.list.show}
              param="show"
              names={words.list.shows}
              chosen={show}
              counts={
                isKnown
                  ? countBy(shows, (one) => rows.filter((row) => one === 'all' || showOf(row) === one).length)
                  : undefined
              }
            />
          )}
          {field}
          {choice}
        </div>
      ) : null}
      {isNone || fitting.length === 0 ? (
        <div className="panel">
          {rows.length > 0 ? (
            <p className="pad quiet">{isNone ? noneFits : words.list.noneShown}</p>
          ) : (
            <Empty title={words.list.none} text={words.list.noneText}>
              <LinkButton to={paths.projects}>{words.list.chooseProject}</LinkButton>
            </Empty>
          )}
        </div>
      ) : (
        <DeliverableList
          rows={fitting}
          mine={mine.filter(({ id }) => fitting.some((row) => row.id === id))}
          names={names}
          clientOf={clientOf}
          rest={rest}
        />
      )}
    </div>
  )
}

type Rows = Reply<typeof listDeliverables>

const shows = ['all', 'toDo', 'open', 'approved'] as const

/** The side that has to act on a deliverable: the agency, the client, or no one; undefined until its approval is read. */
const useShowOf = (rows: Rows) => {
  const published = rows.filter(({ publishedAt }) => publishedAt !== null).slice(0, askedMost)
  const approvals = useQueries({
    queries: published.map(({ cycleId }) => query(getDeliverable, { params: { cycleId } })),
    combine: (results) => new Map(results.flatMap(({ data }) => (data ? [[data.cycleId, approvalOf(data)]] : []))),
  })
  return ({ cycleId, publishedAt }: Rows[number]): (typeof shows)[number] | undefined => {
    const approval = publishedAt === null ? 'none' : approvals.get(cycleId)
    return approval === 'open' || approval === 'approved' ? approval : approval && 'toDo'
  }
}

/** The deliverables of the client that the address names, and the choice among the clients if there are several. */
const useOfClient = (all: Rows, mine: Rows) => {
  const words = useDeliverableWords().list
  const [search] = useSearchParams()
  const clientOf = useClientsOf([...new Set(all.map(({ projectId }) => projectId))])
  const clients = new Map(all.flatMap(({ projectId }) => clientOf(projectId) ?? []).map(({ id, name }) => [id, name]))
  const chosen = search.get('client') ?? ''
  const isShown = ({ projectId }: Rows[number]) => clientOf(projectId)?.id === chosen
  const isFiltered = clients.has(chosen)
  return {
    clientOf,
    rows: isFiltered ? all.filter(isShown) : all,
    mine: isFiltered ? mine.filter(isShown) : mine,
    choice:
      clients.size < 2 ? null : (
        <AddressChoice
          param="client"
          label={words.client}
          all={words.allClients}
          className="role"
          of={Array.from(clients, ([id, name]) => ({ id, name }))}
        />
      ),
  }
}
