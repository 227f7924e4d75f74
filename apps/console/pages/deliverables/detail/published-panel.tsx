import { getApprovalSnapshot } from '../../../../../domains/delivery/deliverables/contract.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import type { Approval, View } from '../../../parts/deliverable/approvals.ts'
import { ArtifactPictures } from '../../../parts/deliverable/artifact-pictures.tsx'
import { Differences } from '../../../parts/deliverable/snapshot-differences.tsx'
import { readSnapshot, type SnapshotContent } from '../../../parts/deliverable/snapshot.ts'
import { ProseBlock } from '../../../parts/prose.tsx'
import { Section } from '../../../parts/section.tsx'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'

interface PublishedProps {
  readonly view: View
  readonly shown: SnapshotContent
  readonly publishedAt: string
  readonly approvals: readonly Approval[]
}

/** The text that clients read now, and the new parts since the last version with a request. */
export const Published = ({ view, shown, publishedAt, approvals }: PublishedProps) => {
  const words = useDeliverableWords()
  const { day, whole } = useFormat()
  const { revision, title, summary, clientStatus, dueDate } = shown
  const text = (
    <span title={whole(publishedAt)}>
      {words.shownText(revision, day(publishedAt))}
      {` · ${view.approval === 'approved' ? words.approvalStates.approved : words.states[clientStatus]}`}
      {dueDate === null ? '' : ` · ${words.dueBy(day(dueDate))}`}
    </span>
  )
  return (
    <Section title={words.shown} text={text}>
      <article className="panel pad stack-16">
        {title === view.title ? null : <h3 dir="auto">{title}</h3>}
        <ArtifactPictures cycleId={view.cycleId} shown={shown} />
        {summary === null ? <p className="quiet">{words.noSummary}</p> : <ProseBlock className="told" text={summary} />}
        <News shown={shown} approvals={approvals} />
      </article>
    </Section>
  )
}

const News = ({ shown, approvals }: Pick<PublishedProps, 'shown' | 'approvals'>) => {
  const words = useDeliverableWords()
  const { day } = useFormat()
  const earlier = approvals.find(({ revision }) => revision < shown.revision)
  const params = { cycleId: earlier?.cycleId ?? '', approvalId: earlier?.id ?? '' }
  const before = useLateReply(getApprovalSnapshot, { params }, { enabled: earlier !== undefined }).data
  if (!before) return null
  return (
    <div className="new-since">
      <h3>{words.newSince(before.revision)}</h3>
      <Differences before={readSnapshot(before.snapshot)} after={shown} words={words} states={words.states} day={day} />
    </div>
  )
}
