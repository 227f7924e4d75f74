import type { CycleStatus } from '../../../../domains/delivery/cycles/rules.ts'
import { openStore } from '../../store.ts'

// A change that merges later than this was not just approved.
const rememberedMs = 10 * 60_000
const rememberedMost = 10

export interface ApprovedCycle {
  readonly id: string
  readonly approvedAt: number
}

const approved = openStore<readonly ApprovedCycle[]>([])
const approvedExcept = (id: string) => approved.now().filter((one) => one.id !== id)

/** Remembers in this tab that its person approved a change of a cycle. */
export const rememberApproval = (id: string): void =>
  approved.set([{ id, approvedAt: Date.now() }, ...approvedExcept(id)].slice(0, rememberedMost))

export const forgetApproval = (id: string): void => approved.set(approvedExcept(id))

export const useApprovedCycles = approved.useValue

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
