import ListPlus from 'lucide-react/icons/list-plus'
import { useNavigate } from 'react-router'
import { getProject } from '../../../../../../domains/code/projects/contract.ts'
import { keepExaminerTests } from '../../../../../../domains/delivery/planning/contract.ts'
import { call } from '../../../../api/client.ts'
import { useReply } from '../../../../api/use-operation.ts'
import { Button, LinkButton } from '../../../../parts/forms/button.tsx'
import { Refusal } from '../../../../parts/feedback/refusal.tsx'
import { useStartedCycle } from '../../../../parts/revert/use-started-cycle.ts'
import { paths } from '../../../../paths.ts'
import { useWords } from '../../../../words/shell/index.ts'
import type { Evidence } from '../review/review-files.ts'
import { isMerged, type Task } from './cycle-tasks.ts'

interface KeepTestsActionProps {
  readonly task: Task
  readonly evidence: Evidence
}

/** Adds the passing tests of the examiner and of people to the project by a new cycle, or links to that cycle. */
export const KeepTestsAction = ({ task, evidence: { verdict, testsKeptByCycleId } }: KeepTestsActionProps) => {
  const words = useWords().cycle.examination
  const { id, projectId } = task
  const { canSteer } = useReply(getProject, { params: { id: projectId } })
  const navigate = useNavigate()
  const keep = useStartedCycle({
    propose: (acceptance: boolean) => call(keepExaminerTests, { params: { id }, body: { acceptance } }),
    operation: keepExaminerTests,
    then: ({ id: startedId, projectId: _, ...state }) => navigate(paths.cycle(projectId, startedId), { state }),
  })
  if (testsKeptByCycleId !== null) {
    return (
      <div className="pad">
        <LinkButton size="small" icon={ListPlus} to={paths.cycle(projectId, testsKeptByCycleId)}>
          {words.keptBy}
        </LinkButton>
      </div>
    )
  }
  const tests = [...(verdict?.examination?.tests ?? []), ...(verdict?.acceptance?.tests ?? [])]
  const isAnyPassing = tests.some(({ outcome }) => ['shows_change', 'passed', 'proves'].includes(outcome))
  if (!canSteer || !isAnyPassing) return null
  if (!isMerged(task)) return <p className="pad quiet">{words.keepLater}</p>
  return (
    <div className="pad stack">
      <p className="quiet">{words.keepHint}</p>
      <div>
        <Button
          size="small"
          icon={ListPlus}
          isPending={keep.isPending}
          pendingText={words.keeping}
          onClick={() => keep.mutate(verdict?.acceptance != null)}
        >
          {words.keep}
        </Button>
      </div>
      <Refusal error={keep.error} />
    </div>
  )
}
