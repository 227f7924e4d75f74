import { useMemo } from 'react'
import { getMyPreferences, updateMyPreferences } from '../../../domains/accounts/people/contract/preferences.ts'
import type { Input } from '../../../platform/client/index.ts'
import { call } from '../api/client.ts'
import { queries } from '../api/queries.ts'
import { query, useLateReply } from '../api/use-operation.ts'

/** A failed cycle, and when it failed: a later failure of the same cycle waits again. */
interface CycleFailure {
  readonly id: string
  readonly statusChangedAt: string
}

const dismissalOf = ({ id, statusChangedAt }: CycleFailure) => ({ cycleId: id, failedAt: statusChangedAt })
const nameOf = (cycleId: string, failedAt: string) => `${cycleId} ${failedAt}`

const change = async (body: NonNullable<Input<typeof updateMyPreferences>['body']>) => {
  const { queryKey } = query(getMyPreferences)
  await queries.cancelQueries({ queryKey })
  queries.setQueryData(queryKey, await call(updateMyPreferences, { body }))
}

/** A person has seen the failure: it waits for them no more, on any device. */
export const dismissFailure = (failure: CycleFailure): Promise<void> => change({ dismissFailure: dismissalOf(failure) })
export const restoreFailure = (failure: CycleFailure): Promise<void> => change({ restoreFailure: dismissalOf(failure) })

/** Whether the account has dismissed a failure; no failure until its preferences have been read. */
export const useDismissedFailures = (): ((failure: CycleFailure) => boolean) => {
  const { data } = useLateReply(getMyPreferences)
  return useMemo(() => {
    const names = new Set(data?.dismissedFailures.map(({ cycleId, failedAt }) => nameOf(cycleId, failedAt)))
    return ({ id, statusChangedAt }) => names.has(nameOf(id, statusChangedAt))
  }, [data])
}
