import { revertCycle } from '../../../../domains/delivery/planning/contract.ts'
import { call } from '../../api/client.ts'
import { useStartedCycle, type StartedCycle } from './use-started-cycle.ts'

/** Starts the new cycle that undoes what a cycle delivered. */
export const useRevertCycle = (then?: (started: StartedCycle) => unknown) =>
  useStartedCycle({
    propose: (id: string) => call(revertCycle, { params: { id } }),
    operation: revertCycle,
    then,
  })
