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
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { approvalStates } from '../deliverable-status.ts'

export type ListedDeliverable = Reply<typeof listDeliverables>[number]

export const isDraft = ({ publishedAt }: ListedDeliverable) => publishedAt === null
export const byNewest = (rows: readonly ListedDeliverable[]) =>
  rows.toSorted((one, other) => timeOf(other).localeCompare(timeOf(one)) || other.id.localeCompare(one.id))
const timeOf = ({ publishedAt, updatedAt }: ListedDeliverable) => publishedAt ?? updatedAt ?? ''

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

/** A deliverable in a list: its name, its version and its approval. */
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
      <span className="m hide-s version">{version}</span>
      {showsStatus ? (
        <span className={approval ? `state approval ${approvalStates[approval].tone}` : 'state approval'}>
          {approval === 'none' ? words.states[clientStatus] : approval && words.approvalStates[approval]}
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

/** The state of the publication; the row is drawn before that is known. */
const useApproval = (cycleId: string, isAsked: boolean) => {
  const { data } = useLateReply(getDeliverable, { params: { cycleId } }, { enabled: isAsked })
  return data && approvalOf(data)
}
