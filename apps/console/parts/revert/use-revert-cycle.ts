import { useMutation, useQueryClient } from '@tanstack/react-query'
import { executeCycle } from '../../../../domains/delivery/runs/contract.ts'
import { revertCycle } from '../../../../domains/delivery/planning/contract.ts'
import { call } from '../../api/client.ts'
import { refreshAfter } from '../../api/stale.ts'
import { explain, type ErrorExplanation } from '../../errors.ts'
import { useWords } from '../../words/shell/index.ts'

export interface StartedCycle {
  readonly id: string
  readonly projectId: string
  /** Why the cycle is a draft and does not run. */
  readonly notStarted?: ErrorExplanation
}

/** Starts the new cycle that undoes what a cycle delivered. */
export const useRevertCycle = (then?: (started: StartedCycle) => unknown) => {
  const client = useQueryClient()
  const { errors } = useWords()
  return useMutation({
    mutationFn: async (cycleId: string): Promise<StartedCycle> => {
      const { cycle } = await call(revertCycle, { params: { id: cycleId } })
      const started = { id: cycle.id, projectId: cycle.projectId }
      return call(executeCycle, { params: { id: cycle.id } }).then(
        () => started,
        (error: unknown) => ({ ...started, notStarted: explain(error, errors) }),
      )
    },
    onSuccess: async (started) => {
      void refreshAfter(client, revertCycle, executeCycle)
      await then?.(started)
    },
  })
}
