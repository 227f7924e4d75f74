import type { Input, Reply } from '../../../platform/client/index.ts'
import type { Operation } from '../../../platform/contract/operation.ts'
import { useChange } from '../api/use-change.ts'
import { usePortalCall } from './current-portal.ts'

/** A change as a client of this portal: stale data is read again before it counts as done, and then `then` runs. */
export const usePortalChange = <Op extends Operation>(operation: Op, then?: (reply: Reply<Op>) => unknown) => {
  const call = usePortalCall()
  return useChange((input: Input<Op>) => call(operation, input), { calls: [operation], ...(then && { then }) })
}
