import { useState, type ReactNode } from 'react'
import { useParams, Link } from 'react-router'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { listCycles } from '../../../../../domains/delivery/cycles/contract.ts'
import type { listProjectBranches } from '../../../../../domains/delivery/repository-reads/contract.ts'
import { useFirstRowsLater } from '../../../api/use-operation.ts'
import { useThings } from '../../../parts/story/use-names.ts'
import { useFilter } from '../../../parts/list/use-filter.tsx'
import { withParam, paths } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { goneCount, groupBranches, runOfBranch, type BranchGroup } from './branch-groups.ts'
import { useCodeLocation } from './code-location.tsx'
import { useNewestRevision, type LastRevision } from './last-revision.tsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { Reply } from '../../../../../platform/client/index.ts'
import type { CycleRow } from '../../../api/waiting-items.ts'
import { Age } from '../../../parts/text/age.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { cycleState, cycleStates } from '../../../states.ts'
import { useWords } from '../../../words/shell/index.ts'

interface BranchRowsProps {
  readonly projectId: string
  readonly branches: readonly Branch[]
  readonly repositoryId: string
}

export const BranchRows = ({ projectId, branches, repositoryId }: BranchRowsProps) => {
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
          {shown.map(({ key, ...group }) => (
            <BranchBody
              key={key}
              {...group}
              revision={group.own?.kind === 'default' ? newest : undefined}
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
const BranchBody = ({ own, tasks, title, cycle, revision, main }: BranchBodyProps) => {
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
