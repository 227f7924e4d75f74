import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import {
  getCycle,
  getCycleTranscript,
  getCycleUsage,
  listCycles,
  streamCycle,
} from '../../../../domains/delivery/cycles/contract.ts'
import { listCyclePendingRequests, listPendingRequests } from '../../../../domains/delivery/requests/contract.ts'
import { getTaskReviewEvidence } from '../../../../domains/delivery/tasks/contract.ts'
import { useFollow } from '../../api/follow.ts'
import { refresh } from '../../api/use-operation.ts'
import { isUnderWay } from '../../states.ts'
import type { Cycle } from './tasks.ts'

const gatherMs = 250
const changed = [
  ...[getCycle, getCycleUsage, getCycleTranscript, listCycles],
  ...[listCyclePendingRequests, listPendingRequests, getTaskReviewEvidence],
]

/** Reads the page again when the stream of the cycle says that something happened; events that come at once count as one. */
export const useLiveCycle = (cycle: Cycle): void => {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const onEvent = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void refresh(client, changed)
    }, gatherMs)
  }, [client])
  useEffect(() => () => clearTimeout(timer.current), [])
  const key = isUnderWay(cycle) ? `${cycle.id} ${cycle.runNumber}` : undefined
  useFollow(streamCycle, { params: { id: cycle.id } }, key, onEvent)
}
