import { useState } from 'react'
import GitBranch from 'lucide-react/icons/git-branch'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listCycles } from '../../../../../domains/delivery/cycles/contract.ts'
import { listProjectBranches } from '../../../../../domains/delivery/repository-reads/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetch, useFirstRowsLater, useReply } from '../../../api/use-operation.ts'
import { Age } from '../../../parts/age.tsx'
import { Button } from '../../../parts/button.tsx'
import { Handle } from '../../../parts/handle.tsx'
import { Head } from '../../../parts/page.tsx'
import { State } from '../../../parts/state.tsx'
import { useThings } from '../../../parts/story/use-names.ts'
import { withParam } from '../../../paths.ts'
import { cycleStates } from '../../../states.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import type { CycleRow } from '../../../api/waiting-items.ts'
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
      {open ? <BranchChanges id={id} branch={open} /> : <BranchRows projectId={id} branches={branches} />}
    </CodeFrame>
  )
}

interface BranchRowsProps {
  readonly projectId: string
  readonly branches: readonly Branch[]
}

const BranchRows = ({ projectId, branches }: BranchRowsProps) => {
  const words = useProjectWords().code
  const cycles = useFirstRowsLater(listCycles, { query: { projectId, limit: 200 } }).data
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
            cycle={cycles?.find(({ id }) => id === group.cycleId)}
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
  /** Undefined for the default branch, and until the cycles of the project are read. */
  readonly cycle: CycleRow | undefined
}

/** The default branch, that of the preview, or a cycle with the branches of its tasks folded below it. */
const CycleBranches = ({ group: { own, tasks }, title, cycle }: CycleBranchesProps) => {
  const words = useProjectWords().code
  const [isOpen, setOpen] = useState(false)
  const isCycle = own === undefined || own.kind === 'cycle'
  return (
    <div className="branch-group">
      <div className="line branch-line">
        {own && own.headSha !== null ? (
          <BranchLink branch={own} title={isCycle ? title : own.name} cycle={cycle} />
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

interface BranchLinkProps {
  readonly branch: Branch
  readonly title: string
  readonly cycle?: CycleRow | undefined
}

const BranchLink = ({ branch, title, cycle }: BranchLinkProps) => {
  const words = useProjectWords().code
  const states = useWords().states.cycle
  const { query } = useCodeLocation()
  const { name, kind, headSha, createdAt } = branch
  return (
    <Link className="row rows-cheap grow" to={withParam(query, 'ref', name)} title={name}>
      <GitBranch className="i quiet" aria-hidden="true" />
      <span className="t cut grow" dir="auto">
        {title}
      </span>
      {cycle ? (
        <>
          <span className="hide-s">
            <Handle>{cycle.handle}</Handle>
          </span>
          <State {...cycleStates[cycle.status]}>{states[cycle.status]}</State>
        </>
      ) : null}
      {kind === 'default' || kind === 'preview' ? <span className="m">{words.branchKinds[kind]}</span> : null}
      {headSha === null ? <span className="m">{words.gone}</span> : null}
      {createdAt === null ? null : <Age at={createdAt} className="m num age" />}
    </Link>
  )
}
