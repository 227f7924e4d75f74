import { Suspense, useState } from 'react'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import {
  downloadDeliverableArtifact,
  getApprovalSnapshot,
  getDeliverable,
  listDeliverableApprovals,
} from '../../../../../../domains/delivery/deliverables/contract.ts'
import { DownloadDeliverableProof } from '../../../../parts/files/download-proof.tsx'
import { Heading } from '../../../../parts/text/heading.tsx'
import { ProseBlock } from '../../../../parts/text/prose.tsx'
import { ArtifactPictures } from '../../../../parts/deliverable/artifact-pictures.tsx'
import { ArtifactTexts, textsAmong } from '../../../../parts/deliverable/artifact-texts.tsx'
import { isNamedPicture } from '../../../../parts/picture/named-picture.ts'
import {
  earlierApproval,
  openApproval,
  ownApproval,
  useHashCheck,
  type Approval,
} from '../../../../parts/deliverable/approvals.ts'
import { Differences } from '../../../../parts/deliverable/snapshot-differences.tsx'
import { readSnapshot, type SnapshotContent } from '../../../../parts/deliverable/snapshot.ts'
import { useAgency, usePortalTitle } from '../../../parts/use-agency.tsx'
import { Back } from '../../../parts/back-link.tsx'
import { FilesSection } from '../../../parts/file-rows.tsx'
import { Note } from '../../../parts/status-banner.tsx'
import { stateIn } from '../../../parts/deliverable-rows.tsx'
import { Joined } from '../../../../parts/text/joined.tsx'
import { PicturesOfPreview, TryIt } from '../../../parts/try-it.tsx'
import { DeliveryProgress } from '../../../parts/delivery-progress.tsx'
import {
  headersOf,
  prefetchInPortal,
  readCurrentPortal,
  usePortalCall,
  useCurrentPortal,
  usePortalReply,
  usePortalReplyLater,
} from '../../../current-portal.ts'
import { portalPaths } from '../../../../portal-paths.ts'
import { latePart } from '../../../../shell/late-code.ts'
import { useDates } from '../../../use-dates.ts'
import { usePortalWords } from '../../../../words/portal/index.ts'
import { ApprovalForm } from './approval-form.tsx'
import { History } from './portal-approval-history.tsx'
import { MarkPanel } from './portal-mark-panel.tsx'
import { StatusNote } from './status-note.tsx'

// Offered at the end of the page, after an approval.
const PasskeyAfterApproval = latePart(
  async () => (await import('../../../parts/passkey-after-approval.tsx')).PasskeyAfterApproval,
)

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const read = prefetchInPortal(await readCurrentPortal(params.slug))
  const input = { params: { cycleId: params.cycleId! } }
  read(getDeliverable, input)
  read(listDeliverableApprovals, input)
  return null
}

/** One deliverable as it was published: its content, its state, and the decision about it. */
export const DeliverablePage = () => {
  const { cycleId } = useParams()
  return <OpenedDeliverable key={cycleId} cycleId={cycleId!} />
}

const OpenedDeliverable = ({ cycleId }: { readonly cycleId: string }) => {
  const input = { params: { cycleId } }
  const view = usePortalReply(getDeliverable, input)
  const approvals = usePortalReply(listDeliverableApprovals, input)
  const words = usePortalWords()
  const agency = useAgency()
  const call = usePortalCall()
  const { me, slug, workspaceId } = useCurrentPortal()
  const { day, moment } = useDates()
  const { snapshot, revisionHash, publishedAt } = view
  const mark = useHashCheck(snapshot!, revisionHash!)
  const shown = readSnapshot(snapshot!)
  const open = mark === 'differs' ? undefined : openApproval(view, approvals, me.id)
  const [opened] = useState(shown.revision)
  const { dueDate } = shown
  const due = view.approval !== 'approved' && dueDate !== null && (open ? words.answerBy : words.by)(day(dueDate))
  const state = stateIn(shown.clientStatus, view, words)
  // The steps name the approval, too.
  const isToldAbove = view.approval === 'approved' || state === words.states[shown.clientStatus]
  const headers = headersOf(downloadDeliverableArtifact, workspaceId)
  // Whether the files themselves show the work: else a reader who decides is told if there is no preview.
  const hasLook = shown.artifacts.some(({ name }) => isNamedPicture(name)) || textsAmong(shown).length > 0
  usePortalTitle(shown.title)
  const markPanel = <MarkPanel snapshot={snapshot!} sha256={revisionHash!} mark={mark} files={shown.artifacts.length} />
  return (
    <div className={open ? 'narrow with-answer' : 'narrow'}>
      <header>
        <Back to={portalPaths.delivered(slug)} place="work" />
        <Heading>{shown.title}</Heading>
        <p className="small capital">
          <Joined
            parts={[words.version(shown.revision), publishedAt !== null && words.thing.shown(moment(publishedAt)), due]}
          />
        </p>
      </header>
      <DeliveryProgress status={shown.clientStatus} isApproved={view.approval === 'approved'} />
      {open || isToldAbove ? null : <p className="small">{state}</p>}
      {shown.revision === opened ? null : <Note kind="wait">{words.thing.newVersion(shown.revision)}</Note>}
      <StatusNote view={view} approvals={approvals} mine={me.id} />
      <section className="sect">
        <h2>{words.thing.what}</h2>
        <ArtifactPictures cycleId={cycleId} shown={shown} headers={headers} />
        <ProseBlock className="told" text={shown.summary ?? words.thing.noSummary(agency.name)} />
        <ArtifactTexts cycleId={cycleId} shown={shown} headers={headers} />
        <TryIt
          query={{ cycleId, kind: 'cycle-preview' }}
          otherwise={hasLook || !open ? undefined : words.thing.nothingToSee(agency.name)}
        />
      </section>
      <PicturesOfPreview query={{ cycleId, kind: 'cycle-preview' }} />
      <RevisionChanges shown={shown} approvals={approvals} mine={me.id} />
      {mark === 'differs' ? markPanel : null}
      <FilesSection
        key={`files ${shown.revision}`}
        cycleId={cycleId}
        revision={shown.revision}
        files={shown.artifacts}
        title={shown.title}
        headers={headers}
        proof={
          <>
            {/* A mark that does not match is above the records, not among them. */}
            {mark === 'differs' ? null : markPanel}
            <div className="line wrap">
              <DownloadDeliverableProof cycleId={cycleId} title={shown.title} headers={headers} />
            </div>
          </>
        }
      />
      {/* The note above has the only answer. */}
      {approvals.length === 1 && ownApproval(view, approvals, me.id)?.decision ? null : (
        <History approvals={approvals} mine={me.id} />
      )}
      {open ? (
        <ApprovalForm
          key={open.id}
          title={shown.title}
          approval={open}
          passkeys={me.passkeys}
          label={words.thing.word(agency.name)}
          call={call}
        />
      ) : null}
      {open === undefined && hasApproved(approvals, me.id) ? (
        <Suspense>
          <PasskeyAfterApproval />
        </Suspense>
      ) : null}
    </div>
  )
}

const hasApproved = (approvals: readonly Approval[], userId: string) =>
  approvals.some(({ reviewerId, status }) => reviewerId === userId && status === 'approved')

interface RevisionChangesProps {
  readonly shown: SnapshotContent
  /** Everything that was asked, newest first. */
  readonly approvals: readonly Approval[]
  readonly mine: string
}

/** The news since the last version with a request to this person. Renders nothing if there was none. */
const RevisionChanges = ({ shown, approvals, mine }: RevisionChangesProps) => {
  const { thing: words, states } = usePortalWords()
  const { day } = useDates()
  const earlier = earlierApproval(approvals, mine, shown.revision)
  const params = { cycleId: earlier?.cycleId ?? '', approvalId: earlier?.id ?? '' }
  const asked = usePortalReplyLater(getApprovalSnapshot, { params }, earlier !== undefined)
  if (!asked) return null
  return (
    <section className="sect">
      <h2>{words.newSince(asked.revision)}</h2>
      <Differences before={readSnapshot(asked.snapshot)} after={shown} words={words} states={states} day={day} />
    </section>
  )
}
