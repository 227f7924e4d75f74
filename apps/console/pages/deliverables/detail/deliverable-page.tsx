import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useParams, type LoaderFunctionArgs, Link } from 'react-router'
import { getMe } from '../../../../../domains/accounts/people/contract/me.ts'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { getCycle } from '../../../../../domains/delivery/cycles/contract.ts'
import {
  getDeliverable,
  listDeliverableApprovals,
  listDeliverableReviewers,
} from '../../../../../domains/delivery/deliverables/contract.ts'
import { RefusedError } from '../../../../../platform/client/index.ts'
import { prefetch, query, useReply } from '../../../api/use-operation.ts'
import { prefetchPages, useLateRows } from '../../../api/use-pages.ts'
import { Head, Top, useTitle } from '../../../parts/page.tsx'
import { openApproval, type View } from '../../../parts/deliverable/approvals.ts'
import { PreviewLink } from '../../../parts/files/preview-link.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { RowsSkeleton } from '../../../parts/feedback/skeleton.tsx'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { paths } from '../../../paths.ts'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { fieldsOf, DraftForm, NewInDraft, PublishActions, useSaving } from './deliverable-draft.tsx'
import { History, ChangedAnswers, AskFirst, People } from './deliverable-reviewers.tsx'
import { PublishedParts } from './published-parts.tsx'
import { sentenceOf } from '../deliverable-status.ts'
import { latePart } from '../../../shell/late-code.ts'
import { Section } from '../../../parts/section.tsx'
import { ChangeSummary, findingsOfChange } from '../../projects/cycles/change-review/change-summary.tsx'
import { isMerged, type Task } from '../../projects/cycles/detail/cycle-tasks.ts'
import { useEvidence } from '../../projects/cycles/detail/use-evidence.ts'
import { reviewFilesOf } from '../../projects/cycles/review/review-files.ts'
import { AtOwnAddress } from '../../projects/cycles/own-address.tsx'
import '../deliverables.css'
import '../../projects/cycles/change-review/change-review.css'

// They weigh more than the rest of the page, and are asked for later.
const CyclePictures = latePart(
  async () => (await import('../../../parts/preview-pictures/cycle-pictures.tsx')).CyclePictures,
)

export const loader = ({ params }: LoaderFunctionArgs) => {
  const of = { params: { cycleId: params.cycleId! } }
  prefetch(getProject, { params: { id: params.projectId! } })
  prefetch(getCycle, { params: { id: params.cycleId! } })
  prefetch(getMe)
  prefetchPages(listDeliverableApprovals, of)
  prefetchPages(listDeliverableReviewers, of)
  return prefetch(getDeliverable, of)
}

/** A client's view of a cycle: its draft, its publication, and its reviewers. */
export default function DeliverablePage() {
  return <AtOwnAddress page={CycleDeliverable} />
}

const CycleDeliverable = () => {
  const { projectId = '', cycleId = '' } = useParams()
  const words = useDeliverableWords()
  const { project } = useReply(getProject, { params: { id: projectId } })
  const { cycle, previewUrl } = useReply(getCycle, { params: { id: cycleId } })
  // Without a deliverable there is the cycle, whose draft is to be written.
  const { data: view, error } = useQuery(query(getDeliverable, { params: { cycleId } }))
  useTitle(view?.title ?? cycle.title, words.deliverable)
  return (
    <>
      <Top
        crumbs={[
          { name: project.name, to: paths.projectDeliverables(projectId) },
          { name: cycle.title, to: paths.cycle(projectId, cycleId) },
          { name: words.deliverable },
        ]}
        actions={<PreviewLink url={previewUrl} />}
      />
      <div className="page">
        {view || (error instanceof RefusedError && error.status === 404) ? (
          <Opened key={cycleId} cycleId={cycleId} cycleTitle={cycle.title} view={view} />
        ) : error ? (
          <Refusal error={error} />
        ) : (
          <RowsSkeleton rows={6} />
        )}
      </div>
    </>
  )
}

interface OpenedProps {
  readonly cycleId: string
  readonly cycleTitle: string
  /** Undefined without a draft. */
  readonly view: View | undefined
}

const Opened = ({ cycleId, cycleTitle, view }: OpenedProps) => {
  const words = useDeliverableWords()
  const { projectId = '' } = useParams()
  const of = { params: { cycleId } }
  const { data: approvals = [] } = useLateRows(listDeliverableApprovals, 1_000, of, { enabled: view !== undefined })
  const { id: mine } = useReply(getMe)
  const draft = useDraft(`deliverable.${cycleId}`, fieldsOf(view, cycleTitle))
  const saving = useSaving(cycleId, draft)
  const open = view && openApproval(view, approvals, mine)
  const sentence = words.title[sentenceOf(view, open !== undefined)]
  const form = (
    <DraftForm
      draft={draft}
      isNew={view === undefined}
      approvedVersion={view?.approval === 'approved' ? view.submittedRevision : undefined}
      isPending={saving.save.isPending}
      isSaved={saving.save.isSuccess}
      error={saving.save.error}
      onSave={() => saving.save.mutate()}
    />
  )
  const isPublished = view !== undefined && view.publishedAt !== null
  const [isEditing, setEditing] = useState(false)
  // A published draft is edited again once the client asked for changes.
  const isFolded = open !== undefined || (isPublished && view.approval !== 'changes_requested')
  const asksAbove = open === undefined && !draft.isChanged
  return (
    <>
      <Head
        title={draft.fields.title || words.deliverable}
        text={typeof sentence === 'string' ? sentence : sentence(view!.submittedRevision)}
        actions={
          <>
            <PublishActions view={view} draft={draft} publish={saving.publish} isQuiet={open !== undefined} />
            {asksAbove ? <AskFirst cycleId={cycleId} view={view} approvals={approvals} /> : null}
          </>
        }
      />
      {view ? <ChangedAnswers approvals={approvals} revision={view.submittedRevision} /> : null}
      <div className="deliverable">
        <div>
          {view ? <PublishedParts view={view} approvals={approvals} open={open} /> : null}
          <Suspense fallback={null}>
            <CyclePictures projectId={projectId} cycleId={cycleId} />
          </Suspense>
          <BuiltChange projectId={projectId} cycleId={cycleId} />
          <section className="sect" aria-label={words.draft}>
            <div className="sect-head">
              <div>
                <h2>{words.draft}</h2>
                <p className="quiet">
                  {isPublished && view.hasChanges !== true && !draft.isChanged ? words.pendingNone : words.draftText}
                </p>
              </div>
            </div>
            {isFolded ? (
              <details
                open={isEditing || draft.isChanged}
                onToggle={({ currentTarget }) => setEditing(currentTarget.open)}
              >
                <summary>{words.editDraft}</summary>
                {form}
              </details>
            ) : (
              form
            )}
            <NewInDraft view={view} draft={draft} />
          </section>
        </div>
        <aside>
          <People cycleId={cycleId} view={view} approvals={approvals} asksAbove={asksAbove} />
          <History approvals={approvals} mine={mine} />
        </aside>
      </div>
    </>
  )
}

const tasksMost = 3

/** The files and the proof of the first merged tasks of a cycle, with a link to the rest; nothing without a task. */
const BuiltChange = ({ projectId, cycleId }: { readonly projectId: string; readonly cycleId: string }) => {
  const words = useDeliverableWords()
  const merged = useReply(getCycle, { params: { id: cycleId } }).tasks.filter(isMerged)
  if (merged.length === 0) return null
  return (
    <Section title={words.built} action={<Link to={paths.cycle(projectId, cycleId)}>{words.toCycle}</Link>}>
      <div className="panel pad stack-16 change-review">
        {merged.slice(0, tasksMost).map((task) => (
          <Change key={task.id} task={task} />
        ))}
      </div>
    </Section>
  )
}

const Change = ({ task: { id, projectId, cycleId } }: { readonly task: Task }) => {
  const { evidence, isLoading } = useEvidence({ id })
  if (!evidence) return isLoading ? <p className="quiet">…</p> : null
  const request = { projectId, cycleId, taskId: id }
  const change = findingsOfChange({ evidence, files: reviewFilesOf(evidence), findings: [] })
  return <ChangeSummary request={request} change={change} isOutcomeSaid />
}
