import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState, type ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { TextLink } from '../../../parts/text/text-link.tsx'
import type { listProjectBranches } from '../../../../../domains/delivery/repository-reads/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import type { CycleRow } from '../../../api/waiting-items.ts'
import { Age } from '../../../parts/text/age.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { paths, withParam } from '../../../paths.ts'
import { cycleState, cycleStates } from '../../../states.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { runOfBranch, type BranchGroup } from './branch-groups.ts'
import { useCodeLocation } from './code-location.tsx'
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
  readonly main: Branch | undefined
}

/** The default branch, that of the preview, or a cycle with the branches of its tasks folded below it. */
export const BranchBody = ({ own, tasks, title, cycle, revision, main }: BranchBodyProps) => {
  const words = useProjectWords().code
  const [isOpen, setOpen] = useState(false)
  return (
    <tbody>
      <BranchLine branch={own} title={title} cycle={cycle} revision={revision} main={main}>
        {tasks.length > 0 ? (
          <Button
            variant="plain"
            size="small"
            icon={isOpen ? ChevronDown : ChevronRight}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {words.taskBranches(tasks.length)}
          </Button>
        ) : null}
      </BranchLine>
      {isOpen
        ? tasks.map((branch) => (
            <BranchLine
              key={branch.name}
              branch={branch}
              title={branch.title ?? words.branchKinds.task}
              main={main}
              isTask
            />
          ))
        : null}
    </tbody>
  )
}

interface BranchLineProps extends Pick<BranchBodyProps, 'main'> {
  /** Undefined for a cycle of which only tasks have a branch. */
  readonly branch: Branch | undefined
  readonly title: string
  readonly cycle?: CycleRow | undefined
  readonly revision?: LastRevision | undefined
  readonly isTask?: boolean
  readonly children?: ReactNode
}

const BranchLine = ({ branch, title, cycle, revision, main, isTask = false, children }: BranchLineProps) => {
  const words = useProjectWords().code
  const projectId = useParams().projectId!
  const begun = revision?.createdAt ?? branch?.createdAt ?? null
  const isSame = branch !== main && branch?.headSha != null && branch.headSha === main?.headSha
  return (
    <tr className={isTask ? 'of-task' : undefined}>
      <td className="main">
        <BranchName branch={branch} title={title} cycle={cycle}>
          {children}
        </BranchName>
      </td>
      <td className={isSame ? 'quiet hide-m' : 'mono quiet hide-m'} title={branch?.headSha ?? undefined}>
        {isSame ? (
          words.as(main.name)
        ) : revision ? (
          <TextLink to={paths.revision(projectId, revision.revisionId)}>{revision.commitSha.slice(0, 7)}</TextLink>
        ) : (
          branch?.headSha?.slice(0, 7)
        )}
      </td>
      <td className="state-cell">
        <BranchState branch={branch} cycle={cycle} />
      </td>
      <td className="soft hide-m" dir="auto">
        {cycle?.author ?? revision?.author ?? ''}
      </td>
      <td className="num quiet">{begun === null ? '' : <Age at={begun} />}</td>
    </tr>
  )
}

/** The title of the change, which leads to its cycle, with the name of its branch below, which leads to its changes. */
const BranchName = ({ branch, title, cycle, children }: Omit<BranchLineProps, 'main'>) => {
  const isNamed = branch?.kind === 'default' || branch?.kind === 'preview'
  return (
    <div className="line whole">
      <span className="branch-name">
        {isNamed ? null : (
          <span className="title" dir="auto">
            {cycle ? <Link to={paths.cycle(cycle.projectId, cycle.id)}>{title}</Link> : title}
          </span>
        )}
        {branch ? (
          <span className={isNamed ? 'line' : 'line quiet small'}>
            {cycle ? <span>{cycle.handle}</span> : null}
            <NamedBranch branch={branch} />
            {children}
          </span>
        ) : (
          children
        )}
      </span>
    </div>
  )
}

/** A branch by its name, or by its run of a cycle; while it exists with the link to its changes, and its name to copy. */
const NamedBranch = ({ branch: { name, headSha } }: { readonly branch: Branch }) => {
  const words = useProjectWords().code
  const { query } = useCodeLocation()
  const run = runOfBranch(name)
  const shown = run === undefined ? <span className="mono">{name}</span> : words.runOf(run)
  if (headSha === null) return shown
  return (
    <>
      <Link className={run === undefined ? 'link' : undefined} title={name} to={withParam(query, 'ref', name)}>
        {shown}
      </Link>
      <span className="hide-s">
        <CopyButton text={name} label={words.copyBranch(name)} />
      </span>
    </>
  )
}

const BranchState = ({ branch, cycle }: Pick<BranchLineProps, 'branch' | 'cycle'>) => {
  const words = useProjectWords().code
  const states = useWords().states
  if (branch?.headSha === null) return <span className="quiet">{words.gone}</span>
  if (cycle) {
    const { text } = cycleState(cycle, states)
    // Most branches are of completed cycles, which are no news.
    if (cycle.status === 'completed') return <span className="quiet">{text}</span>
    return <State {...cycleStates[cycle.status]}>{text}</State>
  }
  return branch ? <span className="quiet">{words.branchKinds[branch.kind]}</span> : null
}
