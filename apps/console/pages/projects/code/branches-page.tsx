import { useState } from 'react'
import GitBranch from 'lucide-react/icons/git-branch'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listProjectBranches } from '../../../../../domains/delivery/repository-reads/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { useAges, useFormat } from '../../../format.ts'
import { Button } from '../../../parts/button.tsx'
import { Head } from '../../../parts/page.tsx'
import { useThings } from '../../../parts/story/use-names.ts'
import { withParam } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { BranchChanges } from './branch-changes.tsx'
import { goneCount, groupBranches, type BranchGroup } from './branch-groups.ts'
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
  const cycles = groupBranches(branches, false).filter(({ cycleId }) => cycleId !== null).length
  return (
    <CodeFrame id={id}>
      <Head
        title={open ? (open.title ?? open.name) : words.branches}
        text={
          open
            ? words.comparedWith(open.name, defaultBranch)
            : `${words.branchCount(cycles)}${truncated ? ` ${words.branchesTruncated}` : ''}`
        }
        actions={<RepositoryChoice id={id} />}
      />
      {open ? <BranchChanges id={id} branch={open} /> : <BranchRows branches={branches} />}
    </CodeFrame>
  )
}

const BranchRows = ({ branches }: { readonly branches: readonly Branch[] }) => {
  const words = useProjectWords().code
  const { query } = useCodeLocation()
  const showsGone = query.get('gone') === 'shown'
  const gone = goneCount(branches)
  const groups = groupBranches(branches, showsGone)
  const things = useThings(groups.map(({ cycleId }) => cycleId))
  return (
    <>
      <div className="panel rows">
        {groups.map((group) => (
          <CycleBranches
            key={group.key}
            group={group}
            title={group.own?.title ?? things.get(group.cycleId ?? '')?.title ?? words.gone}
          />
        ))}
      </div>
      {gone > 0 ? (
        <p className="quiet">
          <Link className="link" to={withParam(query, 'gone', showsGone ? '' : 'shown')} replace preventScrollReset>
            {showsGone ? words.hideGone : words.showGone(gone)}
          </Link>
        </p>
      ) : null}
    </>
  )
}

interface CycleBranchesProps {
  readonly group: BranchGroup<Branch>
  readonly title: string
}

/** The default branch, or a cycle with the branches of its tasks folded below it. */
const CycleBranches = ({ group: { own, tasks }, title }: CycleBranchesProps) => {
  const words = useProjectWords().code
  const [isOpen, setOpen] = useState(false)
  const isCycle = own?.kind !== 'default'
  return (
    <div className="branch-group">
      <div className="line branch-line">
        {own && own.headSha !== null ? (
          <BranchLink branch={own} title={isCycle ? title : own.name} />
        ) : (
          <span className="row grow">
            <GitBranch className="i quiet" aria-hidden="true" />
            <span className="t cut grow" dir="auto" title={title}>
              {title}
            </span>
            {own ? <span className="m">{words.gone}</span> : null}
          </span>
        )}
        {tasks.length > 0 ? (
          <Button variant="plain" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {words.taskBranches(tasks.length)}
          </Button>
        ) : null}
      </div>
      {isOpen ? (
        <div className="branch-tasks">
          {tasks.map((branch) => (
            <BranchLink key={branch.name} branch={branch} title={branch.title ?? words.branchKinds.task} />
          ))}
        </div>
      ) : null}
    </div>
  )
}

const BranchLink = ({ branch, title }: { readonly branch: Branch; readonly title: string }) => {
  const words = useProjectWords().code
  const { query } = useCodeLocation()
  const { whole } = useFormat()
  const { ago } = useAges()
  const { name, kind, headSha, createdAt } = branch
  return (
    <Link className="row rows-cheap grow" to={withParam(query, 'ref', name)} title={name}>
      <GitBranch className="i quiet" aria-hidden="true" />
      <span className="t cut grow" dir="auto">
        {title}
      </span>
      {kind === 'default' ? <span className="m">{words.branchKinds.default}</span> : null}
      {headSha === null ? <span className="m">{words.gone}</span> : null}
      {createdAt === null ? null : (
        <time className="m num age" dateTime={createdAt} title={whole(createdAt)}>
          {ago(createdAt)}
        </time>
      )}
    </Link>
  )
}
