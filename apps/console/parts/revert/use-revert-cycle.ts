import { goBack } from '../../../../domains/delivery/planning/contract.ts'
import { call } from '../../api/client.ts'
import { useStartedCycle, type StartedCycle } from './use-started-cycle.ts'

interface UndoneCycle {
  readonly id: string
  readonly projectId: string
}

/** Starts the new cycle that undoes a cycle's delivery. */
export const useRevertCycle = (then?: (started: StartedCycle) => unknown) =>
  useStartedCycle({
    propose: ({ id, projectId }: UndoneCycle) => call(goBack, { params: { id: projectId }, body: { cycleId: id } }),
    operation: goBack,
    then,
  })
