import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  getCycle,
  getCycleTranscript,
  getCycleUsage,
  listCycles,
  streamCycle,
} from '../../../../domains/delivery/cycles/contract.ts'
import { listCyclePendingRequests, listPendingRequests } from '../../../../domains/delivery/requests/contract.ts'
import { getTaskReviewEvidence } from '../../../../domains/delivery/tasks/contract.ts'
import { open } from '../../api/client.ts'
import { coalesce } from '../../api/coalesce.ts'
import { follow } from '../../api/follow.ts'
import { refresh } from '../../api/use-operation.ts'
import { isUnderWay } from '../../states.ts'
import type { Cycle } from './tasks.ts'

const changed = [
  ...[getCycle, getCycleUsage, getCycleTranscript, listCycles],
  ...[listCyclePendingRequests, listPendingRequests, getTaskReviewEvidence],
]

/** Reads the page again when the stream of the cycle says that something happened. */
export const useLiveCycle = (cycle: Cycle): void => {
  const client = useQueryClient()
  const { id, runNumber } = cycle
  const isLive = isUnderWay(cycle)
  useEffect(() => {
    if (!isLive) return undefined
    const leaving = new AbortController()
    const { ask, end } = coalesce(() => refresh(client, changed))
    const input = { params: { id } }
    follow({
      open: (last) => open(streamCycle, input, last ? { 'last-event-id': last } : {}),
      signal: leaving.signal,
      // What happened between the page's own read and this connection is in no frame.
      onOpen: ask,
      onFrame: ask,
    }).catch(ask)
    return () => {
      leaving.abort()
      end()
    }
  }, [client, id, runNumber, isLive])
}
