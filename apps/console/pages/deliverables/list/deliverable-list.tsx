import { Link } from 'react-router'
import { getDeliverable, type listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import type { MorePages } from '../../../api/use-pages.ts'
import { useAges } from '../../../format.ts'
import type { View } from '../../../parts/deliverable/approvals.ts'
import { Age } from '../../../parts/age.tsx'
import { Glyph, type GlyphName } from '../../../parts/glyph.tsx'
import { PartialRows } from '../../../parts/partial-rows.tsx'
import { paths } from '../../../paths.ts'
import { deliverableStates } from '../../../states.ts'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { approvalStates } from '../deliverable-status.ts'

type ListedDeliverable = Reply<typeof listDeliverables>[number]
type Rows = readonly ListedDeliverable[]

/** As many rows have their approval, for which the server is asked one by one. */
export const askedMost = 20

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
  const groups = [
    { title: words.groups.mine, rows: byNewest(mine), glyph: 'wait' as const },
    { title: words.groups.drafts, rows: others.filter(isDraft) },
    { title: words.groups.published, rows: others.filter((row) => !isDraft(row)), rest: { ...rest, total: undefined } },
  ]
  const shown = groups.filter((group) => group.rows.length > 0 || group.rest?.more !== undefined)
  return shown.map((group, at) => (
    <Group
      key={group.title}
      {...group}
      names={names}
      clientOf={clientOf}
      isOnly={shown.length === 1}
      hasHeads={at === 0}
    />
  ))
}

interface GroupProps {
  readonly title: string
  readonly rows: Rows
  readonly names: ReadonlyMap<string, string> | undefined
  readonly clientOf: ListProps['clientOf']
  readonly glyph?: GlyphName
  readonly rest?: MorePages
  /** Whether there is no other group, from which its heading would tell it. */
  readonly isOnly: boolean
  /** Whether its panel begins with the names of the columns. */
  readonly hasHeads: boolean
}

const Group = ({ title, rows, names, clientOf, glyph, rest, isOnly, hasHeads }: GroupProps) => (
  <section className="sect" aria-label={title}>
    {isOnly ? null : (
      <div className="sect-head">
        <h2>{title}</h2>
      </div>
    )}
    <div className="panel rows">
      {hasHeads ? <Heads hasProjects={names !== undefined} hasClients={clientOf !== undefined} /> : null}
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
            hasHeads
          />
        )}
      </PartialRows>
    </div>
  </section>
)

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

interface RowProps {
  readonly row: ListedDeliverable
  readonly project?: string | undefined
  readonly client?: string | undefined
  /** Whether the list has a column of clients. */
  readonly hasClients?: boolean
  /** Whether the list names its columns, and always has that of the approval. */
  readonly hasHeads?: boolean
  readonly glyph?: GlyphName | undefined
  readonly isAsked: boolean
}

/** A deliverable in a list: what it is called, its version and its approval. */
export const DeliverableRow = (props: RowProps) => {
  const { row, project, client, hasClients = false, hasHeads = false, glyph, isAsked } = props
  const { agoInWords } = useAges()
  const words = useDeliverableWords()
  const { projectId, cycleId, title, clientStatus, submittedRevision } = row
  const at = timeOf(row)
  const showsStatus = isAsked && !isDraft(row)
  const approval = useApproval(cycleId, showsStatus)
  const version = isDraft(row)
    ? submittedRevision === 0
      ? words.list.never
      : words.list.withdrawn
    : hasHeads
      ? submittedRevision
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
      <span className="m hide-s version">{version}</span>
      {showsStatus ? (
        <span className={approval ? `state approval ${approvalStates[approval].tone}` : 'state approval'}>
          {approval && words.approvalStates[approval]}
          {approval === 'none' ? <span className="link">{words.ask}</span> : null}
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

/** The state of the publication; the row is drawn before that is known. */
const useApproval = (cycleId: string, isAsked: boolean) => {
  const { data } = useLateReply(getDeliverable, { params: { cycleId } }, { enabled: isAsked })
  return data && approvalOf(data)
}
