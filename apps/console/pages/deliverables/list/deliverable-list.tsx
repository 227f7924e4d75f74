import type { MorePages } from '../../../api/use-pages.ts'
import { PartialRows } from '../../../parts/list/partial-rows.tsx'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { Link } from 'react-router'
import { getDeliverable, type listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { useAges } from '../../../format.ts'
import type { View } from '../../../parts/deliverable/approvals.ts'
import { Age } from '../../../parts/text/age.tsx'
import { Glyph, type GlyphName } from '../../../parts/text/glyph.tsx'
import { paths } from '../../../paths.ts'
import { deliverableStates } from '../../../states.ts'
import { approvalStates } from '../deliverable-status.ts'

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
  readonly clientOf?: (projectId: string) => { readonly name: string } | null | undefined
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

type ListedDeliverable = Reply<typeof listDeliverables>[number]

export const isDraft = ({ publishedAt }: ListedDeliverable) => publishedAt === null
export const byNewest = (rows: readonly ListedDeliverable[]) =>
  rows.toSorted((one, other) => timeOf(other).localeCompare(timeOf(one)) || other.id.localeCompare(one.id))
const timeOf = ({ publishedAt, updatedAt }: ListedDeliverable) => publishedAt ?? updatedAt ?? ''

interface DeliverableRowsProps {
  readonly rows: Rows
  /** The name of each project, if the rows are of several. */
  readonly names?: ReadonlyMap<string, string>
}

/** Some deliverables without heads, for another page. Versions are named unless each row has the first. */
export const DeliverableRows = ({ rows, names }: DeliverableRowsProps) => {
  const hasVersions = rows.some((row) => isDraft(row) || row.submittedRevision > 1)
  return (
    <div className="panel rows">
      {rows.map((row) => (
        <DeliverableRow key={row.id} row={row} project={names?.get(row.projectId)} hasVersion={hasVersions} isAsked />
      ))}
    </div>
  )
}

interface RowProps {
  readonly row: ListedDeliverable
  readonly project?: string | undefined
  readonly client?: string | undefined
  /** Whether the list has a column of clients. */
  readonly hasClients?: boolean
  /** Whether the list names its columns, and always has that of the approval. */
  readonly hasHeads?: boolean
  readonly hasVersion?: boolean
  readonly glyph?: GlyphName | undefined
  readonly isAsked: boolean
}

/** A deliverable in a list: its name, its version and its approval. */
const DeliverableRow = (props: RowProps) => {
  const { row, project, client, hasClients = false, hasHeads = false, hasVersion = true, glyph, isAsked } = props
  const { agoInWords } = useAges()
  const words = useDeliverableWords()
  const { projectId, cycleId, title, clientStatus, submittedRevision } = row
  const at = timeOf(row)
  const showsStatus = isAsked && !isDraft(row)
  // Until its approval is known, the row shows the published state.
  const { data } = useLateReply(getDeliverable, { params: { cycleId } }, { enabled: showsStatus })
  const approval = data && approvalOf(data)
  const version = isDraft(row)
    ? submittedRevision === 0
      ? words.list.never
      : words.list.withdrawn
    : hasHeads
      ? submittedRevision
      : words.list.version(submittedRevision)
  return (
    <Link className="row rows-cheap deliverable-row" to={paths.deliverable(projectId, cycleId)}>
      <Glyph
        name={
          glyph ?? (approval && approval !== 'none' ? approvalStates[approval] : deliverableStates[clientStatus]).glyph
        }
      />
      <span className="grow cut">
        <span className="t cut" dir="auto" title={title}>
          {title}
        </span>
        {project === undefined ? null : (
          <small className="only-s cut quiet" dir="auto">
            {[client, project, agoInWords(at)].filter(Boolean).join(' · ')}
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
      {hasVersion ? <span className="m hide-s version">{version}</span> : null}
      {showsStatus ? (
        <span className={approval ? `state approval ${approvalStates[approval].tone}` : 'state approval'}>
          {approval && approval !== 'none' ? words.approvalStates[approval] : words.states[clientStatus]}
          {approval === 'none' && clientStatus !== 'draft' ? <span className="btn s">{words.ask}</span> : null}
        </span>
      ) : hasHeads ? (
        <span className="approval hide-s" />
      ) : null}
      <Age at={at} className={showsStatus ? 'm num age hide-s' : 'm num age'} />
    </Link>
  )
}

/** A publication whose draft was changed since is asked about again. */
export const approvalOf = ({ hasChanges, approval }: Pick<View, 'hasChanges' | 'approval'>) =>
  hasChanges === true ? 'outdated' : approval
