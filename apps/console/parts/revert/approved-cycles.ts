import { useSyncExternalStore } from 'react'
import type { CycleStatus } from '../../../../domains/delivery/cycles/rules.ts'

// A change that merges later than this was not just approved.
const rememberedMs = 10 * 60_000
const rememberedMost = 10

export interface ApprovedCycle {
  readonly id: string
  readonly approvedAt: number
}

const listeners = new Set<() => void>()
let approved: readonly ApprovedCycle[] = []

const change = (next: readonly ApprovedCycle[]) => {
  approved = next
  for (const listener of listeners) listener()
}

/** Remembers in this tab that its person approved a change of a cycle. */
export const rememberApproval = (id: string, now = Date.now()): void =>
  change([{ id, approvedAt: now }, ...approved.filter((one) => one.id !== id)].slice(0, rememberedMost))

export const forgetApproval = (id: string): void => change(approved.filter((one) => one.id !== id))

export const useApprovedCycles = (): readonly ApprovedCycle[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => approved,
  )

interface MergingCycle {
  readonly status: CycleStatus
  readonly mergedSha: string | null
  readonly revertedByCycleId: string | null
}

/** Whether an approved cycle still runs, can be taken back now, or no longer can. */
export const undoOf = (
  { status, mergedSha, revertedByCycleId }: MergingCycle,
  { approvedAt }: Pick<ApprovedCycle, 'approvedAt'>,
  now: number,
): 'wait' | 'offer' | 'forget' => {
  if (now - approvedAt > rememberedMs) return 'forget'
  if (status === 'completed') return mergedSha !== null && revertedByCycleId === null ? 'offer' : 'forget'
  return status === 'failed' || status === 'stopped' ? 'forget' : 'wait'
}
