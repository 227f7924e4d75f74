import type { ComponentProps } from 'react'
import { useHashCheck, type Approval, type View } from '../../../parts/deliverable/approvals.ts'
import { readSnapshot, type SnapshotContent } from '../../../parts/deliverable/snapshot.ts'
import { getMe } from '../../../../../domains/accounts/people/contract/me.ts'
import { call } from '../../../api/client.ts'
import { useReply, useLateReply } from '../../../api/use-operation.ts'
import { DecisionActions, DecisionComment } from '../../../parts/deliverable/decision-form.tsx'
import { useDecisionForm } from '../../../parts/deliverable/use-decision-form.ts'
import { useKeptFocus } from '../../../parts/use-kept-focus.ts'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { DeliverableError } from './deliverable-error.tsx'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { DownloadDeliverableProof } from '../../../parts/files/download-proof.tsx'
import { MarkFrame } from '../../../parts/deliverable/mark-frame.tsx'
import { Seal } from '../../../parts/text/seal.tsx'
import { useProofWords } from '../../../words/proof/index.ts'
import { getApprovalSnapshot, unpublishDeliverable } from '../../../../../domains/delivery/deliverables/contract.ts'
import { useFormat } from '../../../format.ts'
import { ArtifactPictures } from '../../../parts/deliverable/artifact-pictures.tsx'
import { Differences } from '../../../parts/deliverable/snapshot-differences.tsx'
import { ProseBlock } from '../../../parts/text/prose.tsx'
import { Fold } from '../../../parts/fold.tsx'
import { Section } from '../../../parts/section.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { toast } from '../../../parts/feedback/toast.ts'

interface PublishedPartsProps {
  readonly view: View
  readonly approvals: readonly Approval[]
  /** The request that this person can decide. */
  readonly open: Approval | undefined
}

/** The publication with its mark, and its reviewers' decision. Nothing if clients see nothing. */
export const PublishedParts = (props: PublishedPartsProps) => {
  const { snapshot, revisionHash, publishedAt } = props.view
  if (snapshot == null || revisionHash == null || publishedAt === null) return null
  return <WithMark {...props} snapshot={snapshot} revisionHash={revisionHash} publishedAt={publishedAt} />
}

interface WithMarkProps extends PublishedPartsProps {
  readonly snapshot: string
  readonly revisionHash: string
  readonly publishedAt: string
}

const WithMark = ({ view, snapshot, revisionHash, publishedAt, approvals, open }: WithMarkProps) => {
  const mark = useHashCheck(snapshot, revisionHash)
  const shown = readSnapshot(snapshot)
  return (
    <div className="published">
      <Published view={view} shown={shown} publishedAt={publishedAt} approvals={approvals} />
      <MarkPanel view={view} snapshot={snapshot} sha256={revisionHash} mark={mark} files={shown.artifacts.length} />
      {open && mark !== 'differs' ? <DecisionForm key={open.id} approval={open} /> : null}
    </div>
  )
}

/** The form in which a reviewer of the agency decides; signed if they have a passkey. */
const DecisionForm = ({ approval }: { readonly approval: Approval }) => {
  const words = useDeliverableWords()
  const { passkeys } = useReply(getMe)
  const form = useDecisionForm({ call, approval, passkeys }, words.missing)
  return (
    <section ref={useKeptFocus()} className="panel pad stack-16 decide-card" aria-label={words.decision}>
      <div>
        <h2>{words.decision}</h2>
        <p className="quiet">{words.decisionText}</p>
      </div>
      <DecisionComment form={form} label={words.comment} hint={words.optional} labelOfChanges={words.whatChanges} />
      <DecisionActions form={form} words={words} busy={words.deciding} Wrong={DeliverableError} />
    </section>
  )
}

interface MarkPanelProps extends Pick<ComponentProps<typeof MarkFrame>, 'snapshot' | 'sha256' | 'mark'> {
  readonly view: Pick<View, 'cycleId' | 'title'>
  readonly files: number
}

/** The hash of the published snapshot, whether it matches what arrived, and the bytes to save. */
const MarkPanel = ({ view: { cycleId, title }, snapshot, sha256, mark, files }: MarkPanelProps) => {
  const words = useDeliverableWords()
  const { downloads } = useProofWords()
  const frame = (
    <MarkFrame
      snapshot={snapshot}
      sha256={sha256}
      mark={mark}
      className="stack-8"
      label={words.mark}
      words={{ differs: words.wrong, save: words.record }}
      beside={<DownloadDeliverableProof cycleId={cycleId} title={title} size="small" />}
    >
      <div className="line wrap">
        <Seal sha256={sha256} />
        <CopyButton text={sha256} label={words.hash} />
      </div>
      <p className="quiet">{words.markText(files)}</p>
      <p className="quiet">{downloads}</p>
    </MarkFrame>
  )
  if (mark === 'differs') return frame
  return <Fold title={`${words.mark}. ${mark === 'fits' ? words.checked : words.unknown}`}>{frame}</Fold>
}

interface PublishedProps extends Pick<WithMarkProps, 'view' | 'publishedAt' | 'approvals'> {
  readonly shown: SnapshotContent
}

/** The text that clients read now, and the new parts since the last version with a request. */
const Published = ({ view, shown, publishedAt, approvals }: PublishedProps) => {
  const words = useDeliverableWords()
  const { day, whole } = useFormat()
  const { revision, title, summary, clientStatus, dueDate } = shown
  const text = (
    <span title={whole(publishedAt)}>
      {words.shownText(revision, day(publishedAt))}
      {`\u00a0· ${view.approval === 'approved' ? words.approvalStates.approved : words.states[clientStatus]}`}
      {dueDate === null ? '' : `\u00a0· ${words.dueBy(day(dueDate))}`}
    </span>
  )
  return (
    <Section title={words.shown} text={text} action={<Withdraw cycleId={view.cycleId} title={view.title} />}>
      <article className="panel pad stack-16">
        {title === view.title ? null : <h3 dir="auto">{title}</h3>}
        <ArtifactPictures cycleId={view.cycleId} shown={shown} />
        {summary === null ? <p className="quiet">{words.noSummary}</p> : <ProseBlock className="told" text={summary} />}
        <News shown={shown} approvals={approvals} />
      </article>
    </Section>
  )
}

/** Withdraws the published version. */
const Withdraw = ({ cycleId, title }: Pick<View, 'cycleId' | 'title'>) => {
  const words = useDeliverableWords()
  return (
    <ConfirmButton
      size="small"
      label={words.withdraw}
      operation={unpublishDeliverable}
      input={{ params: { cycleId } }}
      then={() => toast(words.withdrawnToast)}
      title={words.withdrawTitle(title)}
      keep
    >
      <p>{words.withdrawMeans}</p>
    </ConfirmButton>
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
