import Package from 'lucide-react/icons/package'
import Plus from 'lucide-react/icons/plus'
import Undo2 from 'lucide-react/icons/undo-2'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { TextLink } from '../../../../parts/text/text-link.tsx'
import { listProjectRevisions } from '../../../../../../domains/code/revisions/contract.ts'
import { listDeliverables } from '../../../../../../domains/delivery/deliverables/contract.ts'
import { listCycleEvents } from '../../../../../../domains/delivery/cycles/contract.ts'
import { inOtherWords } from '../../../../../../domains/delivery/tasks/rules/unshown.ts'
import { useFirstRowsLater } from '../../../../api/use-operation.ts'
import { useLateRows } from '../../../../api/use-pages.ts'
import { useFormat } from '../../../../format.ts'
import { usePageCommands } from '../../../../parts/commands.ts'
import { ErrorBeside } from '../../../../parts/feedback/refusal.tsx'
import { Button, LinkButton } from '../../../../parts/forms/button.tsx'
import { useRevertCycle } from '../../../../parts/revert/use-revert-cycle.ts'
import { Section } from '../../../../parts/section.tsx'
import { paths } from '../../../../paths.ts'
import { isWithoutProgram, otherFindings, verdictName } from '../change-review/approve-step.ts'
import { verdictOf } from '../../../../states.ts'
import { State } from '../../../../parts/feedback/state.tsx'
import { useChangeReviewWords } from '../../../../words/change-review/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { useUndoWords } from '../../../../words/undo/index.ts'
import { ChangeSummary, findingsOfChange } from '../change-review/change-summary.tsx'
import { KeyChange } from '../change-review/key-change.tsx'
import { keyHunks } from '../change-review/key-hunks.ts'
import { findingsOf, reviewFilesOf, type Evidence } from '../review/review-files.ts'
import { isMerged, type Cycle, type Task, lengthOfRun } from './cycle-tasks.ts'
import { useEvidence } from './use-evidence.ts'
import '../change-review/change-review.css'

interface CycleResultProps {
  readonly cycle: Cycle
  /** The selected task, whose change is shown. */
  readonly task: Task | undefined
}

/** The result of a completed cycle: its facts, its change with the reasons to believe it, and the next actions. */
export const CycleResult = ({ cycle, task }: CycleResultProps) => {
  const words = useChangeReviewWords().result
  const { evidence, isLoading } = useEvidence({ id: task?.id ?? '' }, task !== undefined && isMerged(task))
  const isUntested = evidence?.verdict?.outcome === 'checked' && !isWithoutProgram(evidence)
  const isWritten = useLateRows(listDeliverables, 1_000).data?.some(({ cycleId }) => cycleId === cycle.id) ?? false
  return (
    <Section
      title={words.title}
      action={
        <div className="line wrap">
          <LinkButton
            variant={isWritten ? 'outline' : 'primary'}
            icon={Package}
            to={paths.deliverable(cycle.projectId, cycle.id)}
          >
            {isWritten ? words.openDeliverable : words.deliver}
          </LinkButton>
          <LinkButton
            icon={Plus}
            to={paths.newCycle(cycle.projectId, isUntested ? words.testFor(cycle.title) : undefined)}
          >
            {isUntested ? words.addTest : words.followUp}
          </LinkButton>
          <RevertAction cycle={cycle} />
        </div>
      }
    >
      <div className="panel pad stack-16 change-review">
        <Facts cycle={cycle} evidence={evidence} isLate={isLoading} />
        {task && evidence ? <Change cycle={cycle} task={task} evidence={evidence} /> : null}
      </div>
    </Section>
  )
}

// The newest rows, among which the revision and the last run are.
const newestRows = { limit: 50 }

interface FactsProps extends Pick<CycleResultProps, 'cycle'> {
  readonly evidence: Evidence | undefined
  /** Whether the evidence has not arrived. */
  readonly isLate: boolean
}

const Facts = ({ cycle, evidence, isLate }: FactsProps) => {
  const words = useChangeReviewWords().result
  const { cycle: cycleWords } = useWords()
  const { lastedInWords } = useFormat()
  const { id, projectId, revisionId } = cycle
  const events = useFirstRowsLater(listCycleEvents, { params: { id }, query: newestRows }).data
  const revision = useFirstRowsLater(listProjectRevisions, {
    params: { id: projectId },
    query: newestRows,
  }).data?.find((one) => one.revisionId === revisionId)
  const lastedMs = events && lengthOfRun(events)
  const verdict = evidence?.verdict
  return (
    <dl className="result-facts">
      {verdict || isLate ? (
        <div>
          <dt>{words.verdict}</dt>
          <dd>
            {verdict ? (
              <State {...verdictOf(verdict.outcome, true)}>{verdictName(verdict, true, cycleWords.verdicts)}</State>
            ) : (
              '…'
            )}
          </dd>
        </div>
      ) : null}
      {revisionId === null ? null : (
        <div>
          <dt>{words.revision}</dt>
          <dd>
            <TextLink to={paths.revision(projectId, revisionId)}>
              {revision ? words.number(revision.generation) : words.openRevision}
            </TextLink>
          </dd>
        </div>
      )}
      {/* Facts whose values arrive later have their place from the start. */}
      {events && lastedMs === undefined ? null : (
        <div>
          <dt>{words.took}</dt>
          <dd>{lastedMs === undefined ? '…' : lastedInWords(lastedMs)}</dd>
        </div>
      )}
    </dl>
  )
}

interface ChangeProps extends Pick<CycleResultProps, 'cycle'> {
  readonly task: Task
  readonly evidence: Evidence
}

const Change = ({ cycle, task, evidence }: ChangeProps) => {
  const words = useChangeReviewWords()
  const files = useMemo(() => reviewFilesOf(evidence), [evidence])
  const hunks = useMemo(() => keyHunks(files), [files])
  const ref = { projectId: cycle.projectId, cycleId: cycle.id, taskId: task.id }
  const change = findingsOfChange({
    evidence,
    files,
    findings: otherFindings(findingsOf(evidence), []),
    said: Object.values(inOtherWords),
    areLinesBelow: true,
    isResult: true,
  })
  return (
    <>
      {task.title === cycle.title ? null : <h3 dir="auto">{words.result.changeOf(task.title)}</h3>}
      <ChangeSummary
        request={ref}
        change={change}
        atLines={hunks.map(({ file }) => file.name)}
        isOutcomeSaid
        isResult
      />
      <KeyChange request={ref} change={change} hunks={hunks} />
    </>
  )
}

/** Reverts a cycle's delivery by a new cycle, or links to that cycle; nothing for a cycle that merged nothing. */
const RevertAction = ({ cycle }: { readonly cycle: Cycle }) => {
  const { id, title, projectId, mergedSha, revertedByCycleId } = cycle
  const words = useUndoWords()
  const navigate = useNavigate()
  const revert = useRevertCycle(({ id: startedId, projectId: _, ...state }) =>
    navigate(paths.cycle(projectId, startedId), { state }),
  )
  const act = () => revert.mutate(cycle)
  const canRevert = mergedSha !== null && revertedByCycleId === null
  usePageCommands(canRevert ? [{ id: `revert ${id}`, name: words.revertOf(title), icon: Undo2, act }] : [])
  if (revertedByCycleId !== null) {
    return (
      <LinkButton icon={Undo2} to={paths.cycle(projectId, revertedByCycleId)}>
        {words.revertedBy}
      </LinkButton>
    )
  }
  if (!canRevert) return null
  return (
    <>
      <ErrorBeside error={revert.error} />
      <Button
        icon={Undo2}
        title={words.revertHint}
        isPending={revert.isPending}
        pendingText={words.reverting}
        onClick={act}
      >
        {words.revert}
      </Button>
    </>
  )
}
