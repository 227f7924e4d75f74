import GitBranch from 'lucide-react/icons/git-branch'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { listProjectBranches } from '../../../../../domains/delivery/repository-reads/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import type { CycleRow } from '../../../api/waiting-items.ts'
import { Age } from '../../../parts/age.tsx'
import { Button, LinkButton } from '../../../parts/button.tsx'
import { State } from '../../../parts/state.tsx'
import { paths, withParam } from '../../../paths.ts'
import { cycleState, cycleStates } from '../../../states.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { shortBranch, type BranchGroup } from './branch-groups.ts'
import { useCodeLocation } from './code-frame.tsx'
import type { LastRevision } from './last-revision.tsx'

export type Branch = Reply<typeof listProjectBranches>['branches'][number]

/** The heads of the columns. */
export const BranchColumns = () => {
  const words = useProjectWords().code
  return (
    <thead>
      <tr>
        <th>{words.branch}</th>
        <th className="hide-m">{words.commit}</th>
        <th>{words.branchState}</th>
        <th className="hide-m">{words.author}</th>
        <th className="num">{words.began}</th>
        <th>
          <span className="sr">{words.actions}</span>
        </th>
      </tr>
    </thead>
  )
}

interface BranchBodyProps extends Pick<BranchGroup<Branch>, 'own' | 'tasks'> {
  readonly title: string
  /** Undefined for the default branch, and until the cycles of the project are read. */
  readonly cycle: CycleRow | undefined
  /** The newest revision, for the branch that it is on. */
  readonly revision: LastRevision | undefined
}

/** The default branch, that of the preview, or a cycle with the branches of its tasks folded below it. */
export const BranchBody = ({ own, tasks, title, cycle, revision }: BranchBodyProps) => {
  const words = useProjectWords().code
  const [isOpen, setOpen] = useState(false)
  return (
    <tbody>
      <BranchLine branch={own} title={title} cycle={cycle} revision={revision}>
        {cycle ? (
          <LinkButton
            variant="plain"
            size="small"
            className="hide-m"
            to={paths.cycle(cycle.projectId, cycle.id)}
            aria-label={words.seeCycleOf(title)}
          >
            {words.seeCycle}
          </LinkButton>
        ) : null}
        <span className="tasks">
          {tasks.length > 0 ? (
            <Button variant="plain" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {words.taskBranches(tasks.length)}
            </Button>
          ) : null}
        </span>
      </BranchLine>
      {isOpen
        ? tasks.map((branch) => (
            <BranchLine key={branch.name} branch={branch} title={branch.title ?? words.branchKinds.task} isTask />
          ))
        : null}
    </tbody>
  )
}

interface BranchLineProps {
  /** Undefined for a cycle of which only tasks have a branch. */
  readonly branch: Branch | undefined
  readonly title: string
  readonly cycle?: CycleRow | undefined
  readonly revision?: LastRevision | undefined
  readonly isTask?: boolean
  readonly children?: ReactNode
}

const BranchLine = ({ branch, title, cycle, revision, isTask = false, children }: BranchLineProps) => {
  const words = useProjectWords().code
  const begun = revision?.createdAt ?? branch?.createdAt ?? null
  return (
    <tr className={isTask ? 'of-task' : undefined}>
      <td className="main">
        <BranchName branch={branch} title={title} handle={cycle?.handle} />
      </td>
      <td className="mono quiet hide-m">{branch?.headSha?.slice(0, 7) ?? ''}</td>
      <td className="state-cell">
        <BranchState branch={branch} cycle={cycle} />
      </td>
      <td className="soft hide-m" dir="auto">
        {cycle?.author ?? revision?.author ?? ''}
      </td>
      <td className="num quiet">{begun === null ? '' : <Age at={begun} />}</td>
      <td className="branch-acts">
        <span className="line">{children}</span>
        {branch?.headSha === null ? <span className="sr">{words.gone}</span> : null}
      </td>
    </tr>
  )
}

interface BranchNameProps extends Pick<BranchLineProps, 'branch' | 'title'> {
  readonly handle: string | undefined
}

/** The title of the change with the name of its branch below; the link to it while it exists. */
const BranchName = ({ branch, title, handle }: BranchNameProps) => {
  const { query } = useCodeLocation()
  const isNamed = branch?.kind === 'default' || branch?.kind === 'preview'
  const below = isNamed
    ? undefined
    : [handle, branch && shortBranch(branch.name)].filter((one) => one !== undefined).join(' · ')
  const inside = (
    <>
      <GitBranch className="i quiet" aria-hidden="true" />
      <span className="branch-name">
        <span className={isNamed ? 'mono cut' : 'cut'} dir="auto">
          {isNamed ? branch.name : title}
        </span>
        {below ? <small className="mono quiet cut">{below}</small> : null}
      </span>
    </>
  )
  if (!branch || branch.headSha === null) return <span className="line whole">{inside}</span>
  return (
    <Link className="line whole" to={withParam(query, 'ref', branch.name)} title={branch.name}>
      {inside}
    </Link>
  )
}

const BranchState = ({ branch, cycle }: Pick<BranchLineProps, 'branch' | 'cycle'>) => {
  const words = useProjectWords().code
  const states = useWords().states
  if (branch?.headSha === null) return <span className="quiet">{words.gone}</span>
  if (cycle) {
    const { text } = cycleState(cycle, states)
    return <State {...cycleStates[cycle.status]}>{text}</State>
  }
  return <span className="quiet">{branch ? words.branchKinds[branch.kind] : ''}</span>
}
