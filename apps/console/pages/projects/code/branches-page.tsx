import GitBranch from 'lucide-react/icons/git-branch'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listProjectBranches } from '../../../../../domains/delivery/repository-reads/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { useAges, useFormat } from '../../../format.ts'
import { Head } from '../../../parts/page.tsx'
import { withParam } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { BranchChanges } from './branch-changes.tsx'
import { CodeFrame, RepositoryChoice, useCodeLocation } from './code-frame.tsx'

export const loader = ({ params }: LoaderFunctionArgs) => prefetch(getProject, { params: { id: params.projectId! } })

type Branch = Reply<typeof listProjectBranches>['branches'][number]

export default function BranchesPage() {
  const id = useParams().projectId!
  const words = useProjectWords().code
  const { of } = useCodeLocation()
  const { branches, defaultBranch, truncated } = useReply(listProjectBranches, {
    params: { id },
    query: of.repo === undefined ? {} : { repo: of.repo },
  })
  const open = branches.find(({ name }) => name === of.ref)
  const others = branches.filter(({ kind }) => kind !== 'default').length
  return (
    <CodeFrame id={id}>
      <Head
        title={open ? (open.title ?? open.name) : words.branches}
        text={
          open
            ? words.comparedWith(open.name, defaultBranch)
            : `${words.branchCount(others)}${truncated ? ` ${words.branchesTruncated}` : ''}`
        }
        actions={<RepositoryChoice id={id} />}
      />
      {open ? <BranchChanges id={id} branch={open} /> : <BranchRows branches={branches} />}
    </CodeFrame>
  )
}

const BranchRows = ({ branches }: { readonly branches: readonly Branch[] }) => (
  <div className="panel rows">
    {branches.map((branch) => (
      <BranchRow key={branch.name} branch={branch} />
    ))}
  </div>
)

const BranchRow = ({ branch: { name, kind, title, headSha, createdAt } }: { readonly branch: Branch }) => {
  const words = useProjectWords().code
  const { query } = useCodeLocation()
  const { whole } = useFormat()
  const { ago } = useAges()
  return (
    <Link className="row rows-cheap" to={withParam(query, 'ref', name)}>
      <GitBranch className="i quiet" aria-hidden="true" />
      <span className="t cut grow" dir="auto" title={title ?? name}>
        {title ?? name}
      </span>
      <span className="m path mono hide-s" title={name}>
        <bdi>{title === null ? '' : name}</bdi>
      </span>
      <span className="m">{headSha === null ? words.gone : words.branchKinds[kind]}</span>
      {createdAt === null ? null : (
        <time className="m num age" dateTime={createdAt} title={whole(createdAt)}>
          {ago(createdAt)}
        </time>
      )}
    </Link>
  )
}
