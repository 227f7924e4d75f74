import { Suspense } from 'react'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listProjectRepos } from '../../../../../domains/code/repositories/contract.ts'
import { listProjectBranches } from '../../../../../domains/delivery/repository-reads/contract.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { Head } from '../../../parts/page.tsx'
import { RowsSkeleton } from '../../../parts/feedback/skeleton.tsx'
import { useProjectWords } from '../../../words/project/index.ts'
import { runOfBranch } from './branch-groups.ts'
import { RepositoryChoice, useCodeLocation } from './code-location.tsx'
import { ProjectFrame } from '../project-frame.tsx'
import { latePart } from '../../../shell/late-code.ts'
import { BranchRows, type Branch } from './branch-rows.tsx'

// Both parts weigh more than the list of branches, so their code is read after it.
const BranchChanges = latePart(async () => (await import('./branch-changes.tsx')).BranchChanges)
const Repositories = latePart(async () => (await import('./repositories-section.tsx')).RepositoriesSection)

export const loader = ({ params }: LoaderFunctionArgs) => {
  const input = { params: { id: params.projectId! } }
  prefetch(listProjectRepos, input)
  return prefetch(getProject, input)
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
          <BranchChanges id={id} cycleId={open.cycleId} />
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
