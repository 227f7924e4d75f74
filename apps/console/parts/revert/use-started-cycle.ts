import { useMutation, useQueryClient } from '@tanstack/react-query'
import { executeCycle } from '../../../../domains/delivery/runs/contract.ts'
import type { proposeCycle } from '../../../../domains/delivery/planning/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import type { Operation } from '../../../../platform/contract/operation.ts'
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

interface StartOptions<Input> {
  readonly propose: (input: Input) => Promise<Reply<typeof proposeCycle>>
  /** The operation that `propose` calls. */
  readonly operation: Operation
  readonly then?: ((started: StartedCycle) => unknown) | undefined
}

/** Proposes a cycle and starts it. One that cannot start stays a draft, which its own page starts again. */
export const useStartedCycle = <Input>({ propose, operation, then }: StartOptions<Input>) => {
  const client = useQueryClient()
  const { errors } = useWords()
  return useMutation({
    mutationFn: async (input: Input): Promise<StartedCycle> => {
      const { cycle } = await propose(input)
      const started = { id: cycle.id, projectId: cycle.projectId }
      return call(executeCycle, { params: { id: cycle.id } }).then(
        () => started,
        (error: unknown) => ({ ...started, notStarted: explain(error, errors) }),
      )
    },
    onSuccess: async (started) => {
      void refreshAfter(client, operation, executeCycle)
      await then?.(started)
    },
  })
}
