import { Link } from 'react-router'
import { getDeliverable, type listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import type { MorePages } from '../../../api/use-pages.ts'
import { Age } from '../../../parts/age.tsx'
import { Glyph, type GlyphName } from '../../../parts/glyph.tsx'
import { PartialRows } from '../../../parts/partial-rows.tsx'
import { paths } from '../../../paths.ts'
import { deliverableStates } from '../../../states.ts'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { approvalStates } from '../deliverable-status.ts'

type ListedDeliverable = Reply<typeof listDeliverables>[number]
type Rows = readonly ListedDeliverable[]

/** As many rows say how they stand, which the server is asked for one by one. */
const askedMost = 20

const isDraft = ({ publishedAt }: ListedDeliverable) => publishedAt === null
export const byNewest = (rows: Rows) =>
  rows.toSorted((one, other) => timeOf(other).localeCompare(timeOf(one)) || other.id.localeCompare(one.id))
const timeOf = ({ publishedAt, updatedAt }: ListedDeliverable) => publishedAt ?? updatedAt ?? ''

/** How the deliverables are, in a sentence; the empty list says so itself. */
export const useListState = (rows: Rows, mine: Rows): string | undefined => {
  const words = useDeliverableWords().list
  const drafts = rows.filter(isDraft).length
  if (mine.length > 0) return words.mine(mine.length)
  if (drafts > 0) return words.drafts(drafts)
  return rows.length > 0 ? words.allShown(rows.length) : undefined
}

interface ListProps {
  readonly rows: Rows
  /** Those that the person was asked to decide. */
  readonly mine: Rows
  /** The name of each project, where the list is of several. */
  readonly names?: ReadonlyMap<string, string>
  /** The client of each project, where the list is of several. */
  readonly clientOf?: (projectId: string) => { readonly name: string } | undefined
  readonly rest: MorePages
}

/** Deliverables that wait for a person first, then those that clients do not see yet, then those that they see. */
export const DeliverableList = ({ rows, mine, names, clientOf, rest }: ListProps) => {
  const words = useDeliverableWords().list
  const waiting = new Set(mine.map(({ id }) => id))
  const others = byNewest(rows.filter(({ id }) => !waiting.has(id)))
  return (
    <>
      <Group title={words.groups.mine} rows={byNewest(mine)} names={names} clientOf={clientOf} glyph="wait" />
      <Group title={words.groups.drafts} rows={others.filter(isDraft)} names={names} clientOf={clientOf} />
      <Group
        title={words.groups.published}
        rows={others.filter((row) => !isDraft(row))}
        names={names}
        clientOf={clientOf}
        rest={{ ...rest, total: undefined }}
      />
    </>
  )
}

interface GroupProps {
  readonly title: string
  readonly rows: Rows
  readonly names: ReadonlyMap<string, string> | undefined
  readonly clientOf: ListProps['clientOf']
  readonly glyph?: GlyphName
  readonly rest?: MorePages
}

const Group = ({ title, rows, names, clientOf, glyph, rest }: GroupProps) =>
  rows.length === 0 && rest?.more === undefined ? null : (
    <section className="sect" aria-label={title}>
      <div className="sect-head">
        <h2>{title}</h2>
      </div>
      <div className="panel rows">
        <PartialRows rows={rows} rest={rest}>
          {(row, at) => (
            <DeliverableRow
              key={row.id}
              row={row}
              glyph={glyph}
              isAsked={at < askedMost}
              project={names?.get(row.projectId)}
              client={clientOf?.(row.projectId)?.name}
              hasClients={clientOf !== undefined}
            />
          )}
        </PartialRows>
      </div>
    </section>
  )

interface RowProps {
  readonly row: ListedDeliverable
  readonly project?: string | undefined
  readonly client?: string | undefined
  /** Whether the list has a column of clients. */
  readonly hasClients?: boolean
  readonly glyph?: GlyphName | undefined
  readonly isAsked: boolean
}

/** A deliverable in a list: what it is called, its version and its approval. */
export const DeliverableRow = ({ row, project, client, hasClients = false, glyph, isAsked }: RowProps) => {
  const words = useDeliverableWords()
  const { projectId, cycleId, title, clientStatus, submittedRevision } = row
  const at = timeOf(row)
  const showsStatus = isAsked && !isDraft(row)
  const approval = useApproval(cycleId, showsStatus)
  const version = isDraft(row)
    ? submittedRevision === 0
      ? words.list.never
      : words.list.withdrawn
    : words.list.version(submittedRevision)
  return (
    <Link className="row rows-cheap deliverable-row" to={paths.deliverable(projectId, cycleId)}>
      <Glyph name={glyph ?? (approval && approvalStates[approval].glyph) ?? deliverableStates[clientStatus].glyph} />
      <span className="grow cut">
        <span className="t cut" dir="auto" title={title}>
          {title}
        </span>
        {project === undefined ? null : (
          <small className="only-s cut quiet" dir="auto">
            {client === undefined ? project : `${client} · ${project}`}
          </small>
        )}
      </span>
      {hasClients ? (
        <span className="m cut of-project hide-s" dir="auto" title={client}>
          {client}
        </span>
      ) : null}
      {project === undefined ? null : (
        <span className="m cut of-project hide-s" dir="auto" title={project}>
          {project}
        </span>
      )}
      <span className="m hide-s version">{version}</span>
      {showsStatus ? (
        <span className={approval ? `state approval ${approvalStates[approval].tone}` : 'state approval'}>
          {approval && words.approvalStates[approval]}
          {approval === 'none' ? <span className="link">{words.ask}</span> : null}
        </span>
      ) : null}
      <Age at={at} className={showsStatus ? 'm num age hide-s' : 'm num age'} />
    </Link>
  )
}

/** The state of the publication; the row is drawn before that is known. */
const useApproval = (cycleId: string, isAsked: boolean) => {
  const { data } = useLateReply(getDeliverable, { params: { cycleId } }, { enabled: isAsked })
  return data && (data.hasChanges === true ? 'outdated' : data.approval)
}
