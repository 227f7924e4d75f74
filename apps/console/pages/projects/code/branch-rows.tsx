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

interface BranchBodyProps extends Pick<BranchGroup<Branch>, 'own' | 'tasks'> {
  readonly title: string
  /** Undefined for the default branch, and until the cycles of the project are read. */
  readonly cycle: CycleRow | undefined
  /** The newest revision, if it is on this branch. */
  readonly revision: LastRevision | undefined
  readonly main: Branch | undefined
}

/** The default branch, the preview branch, or a cycle with the folded branches of its tasks. */
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
  /** Undefined for a cycle without a branch, whose tasks have branches. */
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

/** The title of a change with a link to its cycle, and below it the branch with a link to its changes. */
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

/** The name of a branch or the run that made it. A branch that exists has a link to its changes and a copy button. */
const NamedBranch = ({ branch: { name, headSha } }: { readonly branch: Branch }) => {
  const words = useProjectWords().code
  const { query } = useCodeLocation()
  const run = runOfBranch(name)
  const label = run === undefined ? <span className="mono">{name}</span> : words.runOf(run)
  if (headSha === null) return label
  return (
    <>
      <Link className={run === undefined ? 'link' : undefined} title={name} to={withParam(query, 'ref', name)}>
        {label}
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
    // Most branches belong to completed cycles, which are no news.
    if (cycle.status === 'completed') return <span className="quiet">{text}</span>
    return <State {...cycleStates[cycle.status]}>{text}</State>
  }
  return branch ? <span className="quiet">{words.branchKinds[branch.kind]}</span> : null
}
