import { useQueryClient } from '@tanstack/react-query'
import type { Operation } from '../../../platform/contract/operation.ts'
import { refreshAfter } from './stale.ts'
import { useSentOnce } from './use-operation.ts'

interface ChangeOptions<Result> {
  /** The operations that it calls. */
  readonly calls: readonly Operation[]
  /** Called after the stale data was read again. */
  readonly then?: (result: Result) => unknown
}

/** A change of any steps: stale data is read again before it counts as done, and after a refusal as well. */
export const useChange = <Result, Given>(
  act: (given: Given) => Promise<Result>,
  { calls, then }: ChangeOptions<Result>,
) => {
  const client = useQueryClient()
  return useSentOnce<Result, Error, Given>({
    mutationFn: act,
    onSuccess: async (result) => {
      await refreshAfter(client, ...calls)
      await then?.(result)
    },
    // A refused change may have been made elsewhere: the page shows the present state.
    onError: () => refreshAfter(client, ...calls),
  })
}
