import type { ReactNode } from 'react'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useParams, useSearchParams, type LoaderFunctionArgs, useNavigate } from 'react-router'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listCyclePendingRequests } from '../../../../../domains/delivery/requests/contract.ts'
import {
  getProjectRevisionChanges,
  listProjectHistory,
  getProjectRevisionChangeFile,
} from '../../../../../domains/delivery/repository-reads/contract.ts'
import {
  prefetch,
  prefetchFirstRows,
  useFirstRows,
  useFirstRowsLater,
  useReply,
  useLateReply,
} from '../../../api/use-operation.ts'
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
import { goBack } from '../../../../../domains/delivery/planning/contract.ts'
import { call } from '../../../api/client.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useStartedCycle } from '../../../parts/revert/use-started-cycle.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { askedFile } from '../../../parts/forms/asked-file.ts'
import { PartialRows } from '../../../parts/list/partial-rows.tsx'
import { isNamedPicture } from '../../../parts/picture/named-picture.ts'
import { RowsSkeleton } from '../../../parts/feedback/skeleton.tsx'
import { useMedia } from '../../../parts/use-media.ts'
import { ChangedFile, PatchLines } from '../code/changed-file.tsx'
import { Diff } from '../cycles/review/diff.tsx'
import { PictureChange } from '../cycles/review/picture-change.tsx'
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

type Comparison = Reply<typeof getProjectRevisionChanges>

/** So many files are open at first. */
const openMost = 12

interface RevisionFilesProps {
  readonly projectId: string
  readonly comparison: Comparison
}

/** The files in which two revisions differ, the first ones open. */
const RevisionFiles = ({ comparison, ...rest }: RevisionFilesProps) => {
  const first = new Set(comparison.files.slice(0, openMost))
  return (
    <div className="panel rows changed-files">
      <PartialRows rows={comparison.files}>
        {(file) => (
          <ChangedFile key={file.path ?? file.pathBase64} file={file} isOpenFirst={first.has(file)}>
            {(name) => <Lines comparison={comparison} file={file} name={name} {...rest} />}
          </ChangedFile>
        )}
      </PartialRows>
    </div>
  )
}

interface LinesProps extends RevisionFilesProps {
  readonly file: Comparison['files'][number]
  readonly name: string
}

const Lines = ({ projectId, comparison: { from, to }, file, name }: LinesProps) => {
  const hasRoom = useMedia('(min-width: 1100px)')
  const query = { ...askedFile(file), ...(from && { from: from.revisionId }) }
  const input = { params: { id: projectId, revisionId: to.revisionId }, query }
  const { data, error } = useLateReply(getProjectRevisionChangeFile, input)
  if (error) return <Refusal error={error} />
  // About as high as the lines with their context will be, so that the files below do not move.
  if (!data)
    return <RowsSkeleton rows={Math.min(12, Math.ceil(((file.additions ?? 0) + (file.deletions ?? 0) + 6) / 2))} />
  if (data.binary && file.path !== undefined && isNamedPicture(file.path)) {
    const commits = { baseSha: from?.commitSha ?? to.commitSha, headSha: to.commitSha }
    return <PictureChange file={{ ...file, name }} change={{ ...commits, projectId, repositoryId: to.repositoryId }} />
  }
  // A new or deleted file has one side.
  const layout = hasRoom && file.additions && file.deletions ? 'split' : 'unified'
  return (
    <PatchLines change={data}>
      {(all) => {
        // The heading of a hunk announces left-out lines, and above line 1 there are no lines.
        const lines = (all[1]?.before ?? all[1]?.after) === 1 ? all.slice(1) : all
        return <Diff path={name} lines={lines} layout={layout} />
      }}
    </PatchLines>
  )
}
