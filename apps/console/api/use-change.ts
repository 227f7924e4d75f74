import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Operation } from '../../../platform/contract/operation.ts'
import { refresh } from './use-operation.ts'

interface ChangeOptions<Result> {
  readonly refreshes?: readonly Operation[]
  /** After what the change makes stale was read again. */
  readonly then?: (result: Result) => unknown
}

/** A change of any steps: what it makes stale is read again before it counts as done, and after a refusal as well. */
export const useChange = <Result, Given>(
  act: (given: Given) => Promise<Result>,
  { refreshes = [], then }: ChangeOptions<Result> = {},
) => {
  const client: QueryClient = useQueryClient()
  return useMutation<Result, Error, Given>({
    mutationFn: act,
    onSuccess: async (result) => {
      await refresh(client, refreshes)
      await then?.(result)
    },
    // What was refused may have been decided elsewhere: the page shows how it stands now.
    onError: () => refresh(client, refreshes),
  })
}
