import type { ReactNode } from 'react'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useParams, useSearchParams, type LoaderFunctionArgs, useNavigate } from 'react-router'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listCyclePendingRequests } from '../../../../../domains/delivery/requests/contract.ts'
import {
  getProjectRevisionChanges,
  listProjectHistory,
} from '../../../../../domains/delivery/repository-reads/contract.ts'
import { prefetch, prefetchFirstRows, useFirstRows, useFirstRowsLater, useReply } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Age } from '../../../parts/text/age.tsx'
import { LinkButton, Button } from '../../../parts/forms/button.tsx'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { Head, Top, useTitle } from '../../../parts/page.tsx'
import { Seal } from '../../../parts/text/seal.tsx'
import { paths } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useRevisionWords } from '../../../words/revisions/index.ts'
import { DownloadRevision } from './download-revision.tsx'
import { type Comparison, RevisionFiles } from './revision-files.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { goBack } from '../../../../../domains/delivery/planning/contract.ts'
import { call } from '../../../api/client.ts'
import { useStartedCycle } from '../../../parts/revert/use-started-cycle.ts'
import './revisions.css'

// These revisions have a title and an author on the page; an older revision has only a link to its cycle.
const historyOf = (id: string) => ({ params: { id }, query: { limit: 100 } })
const comparisonOf = (id: string, revisionId: string, from: string | null) => ({
  params: { id, revisionId },
  query: from === null ? {} : { from },
})

export const loader = ({ params, request }: LoaderFunctionArgs) => {
  const id = params.projectId!
  const from = new URL(request.url).searchParams.get('from')
  prefetch(getProject, { params: { id } })
  prefetchFirstRows(listProjectHistory, historyOf(id))
  return prefetch(getProjectRevisionChanges, comparisonOf(id, params.revisionId!, from))
}

/** The changes of a revision, or the difference of two: from the newest to an earlier one, the effect of going back. */
export default function RevisionPage() {
  const { projectId = '', revisionId = '' } = useParams()
  const words = useRevisionWords()
  const { number } = useFormat()
  const fromInAddress = useSearchParams()[0].get('from')
  const { project } = useReply(getProject, { params: { id: projectId } })
  const history = useFirstRows(listProjectHistory, historyOf(projectId))
  const newest = history[0]
  const comparison = useReply(getProjectRevisionChanges, comparisonOf(projectId, revisionId, fromInAddress))
  const { from, to, files } = comparison
  const isBack = from !== null && from.generation > to.generation
  const mayGoBack = project.archivedAt === null && newest !== undefined && newest.generation > to.generation
  const numbered = words.number(number(to.generation))
  const goBackTitle = words.goBackTo(number(to.generation))
  const subtitle =
    from === null
      ? words.first
      : isBack
        ? words.goBackText(number((newest?.generation ?? to.generation) + 1))
        : words.since(number(from.generation))
  // The title of a comparison with a revision that the address names.
  const compared =
    fromInAddress === null || from === null
      ? undefined
      : isBack
        ? goBackTitle
        : words.compared(number(from.generation), number(to.generation))
  const { cycleTitle } = history.find((one) => one.revisionId === to.revisionId) ?? {}
  useTitle(numbered, project.name)
  return (
    <>
      <Top
        crumbs={[
          { name: project.name, to: paths.project(projectId) },
          { name: words.title, to: paths.revisions(projectId) },
          { name: numbered },
        ]}
      />
      <div className="page">
        <Head
          title={compared ?? cycleTitle ?? words.sources[to.source]}
          text={compared ? subtitle : `${numbered}. ${subtitle}.`}
          actions={
            <>
              <DownloadRevision project={project} revision={to} isNamed />
              {!mayGoBack ? null : isBack && from.revisionId === newest.revisionId ? (
                <GoBackButton projectId={projectId} to={to} expectedRevisionId={from.revisionId} />
              ) : (
                <LinkButton icon={RotateCcw} to={paths.revision(projectId, revisionId, newest.revisionId)}>
                  {goBackTitle}
                </LinkButton>
              )}
            </>
          }
        />
        <Facts projectId={projectId} comparison={comparison} />
        {files.length === 0 ? (
          <EmptyPanel title={words.same} text={words.sameText} />
        ) : (
          <RevisionFiles projectId={projectId} comparison={comparison} />
        )}
      </div>
    </>
  )
}

const Facts = ({ projectId, comparison }: { readonly projectId: string; readonly comparison: Comparison }) => {
  const words = useRevisionWords()
  const { overview: facts, code } = useProjectWords()
  const { number } = useFormat()
  const { to, files, truncated } = comparison
  const { cycleId } = to
  const history = useFirstRows(listProjectHistory, historyOf(projectId))
  const { author } = history.find(({ revisionId }) => revisionId === to.revisionId) ?? {}
  const approvals = { params: { id: cycleId ?? '' }, query: { status: 'approved', limit: 50 } } as const
  const approved = useFirstRowsLater(listCyclePendingRequests, approvals, { enabled: cycleId !== null }).data
  const approvers = new Set(
    approved?.flatMap(({ requestType, decidedBy }) => (requestType === 'approval' ? (decidedBy ?? []) : [])),
  )
  const sum = (side: 'additions' | 'deletions') => files.reduce((all, file) => all + (file[side] ?? 0), 0)
  return (
    <dl className="panel pad revision-facts">
      <Fact name={facts.source}>
        {cycleId === null ? (
          facts.sources[to.source]
        ) : (
          <TextLink to={paths.cycle(projectId, cycleId)}>{facts.sources[to.source]}</TextLink>
        )}
      </Fact>
      <Fact name={facts.when}>
        <Age at={to.createdAt} />
      </Fact>
      {author == null ? null : <Fact name={code.author}>{author}</Fact>}
      <Fact name={words.changedFiles}>
        {words.changed(files.length, `+${number(sum('additions'))} −${number(sum('deletions'))}`)}
        {truncated ? ` ${words.truncated}` : ''}
      </Fact>
      <Fact name={facts.commit}>
        <span className="line">
          <span className="mono" title={to.commitSha}>
            {to.branch} {to.commitSha.slice(0, 7)}
          </span>
          <CopyButton text={to.commitSha} label={words.copyCommit} />
        </span>
      </Fact>
      <Fact name={words.contents}>
        <Seal sha256={to.manifestSha256} />
      </Fact>
      {approvers.size > 0 ? <Fact name={words.approvedBy}>{[...approvers].join(', ')}</Fact> : null}
    </dl>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

interface GoBackButtonProps {
  readonly projectId: string
  readonly to: { readonly revisionId: string; readonly generation: number }
  /** The newest revision whose difference is shown beside the button. */
  readonly expectedRevisionId: string
}

/** Starts the cycle that brings a project back to a revision, and opens it. */
const GoBackButton = ({ projectId, to, expectedRevisionId }: GoBackButtonProps) => {
  const words = useRevisionWords()
  const { number } = useFormat()
  const navigate = useNavigate()
  const start = useStartedCycle({
    propose: () => call(goBack, { params: { id: projectId }, body: { revisionId: to.revisionId, expectedRevisionId } }),
    operation: goBack,
    then: ({ id, projectId: _, ...state }) => navigate(paths.cycle(projectId, id), { state }),
  })
  return (
    <div className="stack">
      <Button
        variant="primary"
        icon={RotateCcw}
        isPending={start.isPending}
        pendingText={words.goingBack}
        onClick={() => start.mutate(undefined)}
      >
        {words.goBackTo(number(to.generation))}
      </Button>
      <Refusal error={start.error} />
    </div>
  )
}
