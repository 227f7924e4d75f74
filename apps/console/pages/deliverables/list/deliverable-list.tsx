import type { MorePages } from '../../../api/use-pages.ts'
import { PartialRows } from '../../../parts/list/partial-rows.tsx'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { byNewest, DeliverableRow, isDraft, type ListedDeliverable } from './deliverable-row.tsx'

type Rows = readonly ListedDeliverable[]

/** The most rows with their approval, since the server is asked for each of them separately. */
export const askedMost = 20

/** The state of the deliverables, in a sentence; an empty list has its own text. */
export const useListState = (rows: Rows, mine: Rows): string | undefined => {
  const words = useDeliverableWords().list
  const drafts = rows.filter(isDraft).length
  if (mine.length > 0) return words.mine(mine.length)
  if (drafts > 0) return words.drafts(drafts)
  return rows.length > 0 ? words.allShown(rows.length) : undefined
}

interface ListProps {
  readonly rows: Rows
  /** The deliverables that the person was asked to decide. */
  readonly mine: Rows
  /** The name of each project, if the list is of several. */
  readonly names?: ReadonlyMap<string, string>
  /** The client of each project, if the list is of several. */
  readonly clientOf?: (projectId: string) => { readonly name: string } | undefined
  readonly rest: MorePages
}

/**
 * Deliverables that wait for a person first, then deliverables that clients do not see yet, then visible deliverables.
 */
export const DeliverableList = ({ rows, mine, names, clientOf, rest }: ListProps) => {
  const words = useDeliverableWords().list
  const waiting = new Set(mine.map(({ id }) => id))
  const others = byNewest(rows.filter(({ id }) => !waiting.has(id)))
  const groups = [
    { title: words.groups.mine, rows: byNewest(mine), glyph: 'wait' as const },
    { title: words.groups.drafts, rows: others.filter(isDraft) },
    { title: words.groups.published, rows: others.filter((row) => !isDraft(row)), rest: { ...rest, total: undefined } },
  ]
  const shown = groups.filter((group) => group.rows.length > 0 || group.rest?.more !== undefined)
  return shown.map((group, groupAt) => (
    <section key={group.title} className="sect" aria-label={group.title}>
      {shown.length === 1 ? null : (
        <div className="sect-head">
          <h2>{group.title}</h2>
        </div>
      )}
      <div className="panel rows">
        {groupAt === 0 ? <Heads hasProjects={names !== undefined} hasClients={clientOf !== undefined} /> : null}
        <PartialRows rows={group.rows} rest={group.rest}>
          {(row, at) => (
            <DeliverableRow
              key={row.id}
              row={row}
              glyph={group.glyph}
              isAsked={at < askedMost}
              project={names?.get(row.projectId)}
              client={clientOf?.(row.projectId)?.name}
              hasClients={clientOf !== undefined}
              hasHeads
            />
          )}
        </PartialRows>
      </div>
    </section>
  ))
}

/** The names of the columns; each row is one link, with its facts in words. */
const Heads = ({ hasProjects, hasClients }: { readonly hasProjects: boolean; readonly hasClients: boolean }) => {
  const { heads, client } = useDeliverableWords().list
  return (
    <div className="row deliverable-row row-heads hide-s" aria-hidden="true">
      <span className="grow">{heads.title}</span>
      {hasClients ? <span className="of-project">{client}</span> : null}
      {hasProjects ? <span className="of-project">{heads.project}</span> : null}
      <span className="version">{heads.version}</span>
      <span className="approval">{heads.approval}</span>
      <span className="age">{heads.at}</span>
    </div>
  )
}
