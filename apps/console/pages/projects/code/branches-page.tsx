import { Suspense } from 'react'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listProjectRepos } from '../../../../../domains/code/repositories/contract.ts'
import { listCycles } from '../../../../../domains/delivery/cycles/contract.ts'
import { listProjectBranches } from '../../../../../domains/delivery/repository-reads/contract.ts'
import { prefetch, useFirstRowsLater, useReply } from '../../../api/use-operation.ts'
import { Head } from '../../../parts/page.tsx'
import { RowsSkeleton } from '../../../parts/feedback/skeleton.tsx'
import { useThings } from '../../../parts/story/use-names.ts'
import { useFilter } from '../../../parts/list/use-filter.tsx'
import { withParam } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { BranchBody, type Branch } from './branch-rows.tsx'
import { goneCount, groupBranches, runOfBranch } from './branch-groups.ts'
import { RepositoryChoice, useCodeLocation } from './code-location.tsx'
import { ProjectFrame } from '../project-frame.tsx'
import { useNewestRevision } from './last-revision.tsx'
import { latePart } from '../../../shell/late-code.ts'

// Both parts weigh more than the list of branches, so their code is read after it.
const BranchChanges = latePart(async () => (await import('./branch-changes.tsx')).BranchChanges)
const Repositories = latePart(async () => (await import('./repositories-section.tsx')).RepositoriesSection)

export const loader = ({ params }: LoaderFunctionArgs) => {
  const of = { params: { id: params.projectId! } }
  prefetch(listProjectRepos, of)
  return prefetch(getProject, of)
}

export default function BranchesPage() {
  const id = useParams().projectId!
  const { code: words, tabs } = useProjectWords()
  const { of } = useCodeLocation()
  const { branches, defaultBranch, truncated, repositoryId } = useReply(listProjectBranches, {
    params: { id },
    query: of.repo === undefined ? {} : { repo: of.repo },
  })
  const open = branches.find(({ name }) => name === of.ref)
  const nameOf = ({ name }: Branch) => {
    const run = runOfBranch(name)
    return run === undefined ? name : words.runOf(run)
  }
  return (
    <ProjectFrame id={id}>
      <Head
        title={open ? (open.title ?? open.name) : tabs.branches}
        text={
          open
            ? words.comparedWith(nameOf(open), defaultBranch)
            : truncated
              ? words.branchesTruncated
              : words.branchesText
        }
        actions={<RepositoryChoice id={id} />}
      />
      {open ? (
        <Suspense fallback={<RowsSkeleton rows={6} />}>
          <BranchChanges id={id} branch={open} />
        </Suspense>
      ) : (
        <>
          <BranchRows projectId={id} branches={branches} repositoryId={repositoryId} />
          <Suspense fallback={null}>
            <Repositories id={id} />
          </Suspense>
        </>
      )}
    </ProjectFrame>
  )
}

interface BranchRowsProps {
  readonly projectId: string
  readonly branches: readonly Branch[]
  readonly repositoryId: string
}

const BranchRows = ({ projectId, branches, repositoryId }: BranchRowsProps) => {
  const words = useProjectWords().code
  const cycles = useFirstRowsLater(listCycles, { query: { projectId, limit: 200 } }).data
  const newest = useNewestRevision(projectId, repositoryId)
  const { query } = useCodeLocation()
  const showsGone = query.get('gone') === 'shown'
  const gone = goneCount(branches)
  const groups = groupBranches(branches, showsGone)
  const things = useThings(groups.map(({ cycleId }) => cycleId))
  const { shown, field, isNone } = useFilter(
    groups.map((group) => ({
      ...group,
      title: group.own?.title ?? things.get(group.cycleId ?? '')?.title ?? words.gone,
      cycle: cycles?.find(({ id }) => id === group.cycleId),
    })),
    {
      textOf: ({ own, title, cycle }) => [own?.name, title, cycle?.handle, cycle?.author].join(' '),
      label: words.findBranch,
    },
  )
  return (
    <>
      {field ? <div className="filters">{field}</div> : null}
      <div className="panel">
        {isNone ? <p className="pad quiet">{words.noneFound}</p> : null}
        <table className="grid branches" hidden={isNone}>
          <thead>
            <tr>
              <th>{words.branch}</th>
              <th className="hide-m">{words.commit}</th>
              <th>{words.branchState}</th>
              <th className="hide-m">{words.author}</th>
              <th className="num">{words.began}</th>
            </tr>
          </thead>
          {shown.map(({ key, own, tasks, title, cycle }) => (
            <BranchBody
              key={key}
              own={own}
              tasks={tasks}
              title={title}
              cycle={cycle}
              revision={own?.kind === 'default' ? newest : undefined}
              main={branches.find(({ kind }) => kind === 'default')}
            />
          ))}
        </table>
      </div>
      {gone > 0 ? (
        <p className="quiet below">
          <TextLink to={withParam(query, 'gone', showsGone ? '' : 'shown')} replace preventScrollReset>
            {showsGone ? words.hideGone : words.showGone(gone)}
          </TextLink>
        </p>
      ) : null}
    </>
  )
}
