import { beatOf } from './machines.ts'
import type { Parts } from './parts.ts'
import { resumeRun } from './runs.ts'
import { nextInSlotQueue, leaveSlotQueue, takeSlot } from './slots.ts'

/** Assigns free slots of this machine to waiting runs, first come, first served. Any number of processes may do it. */
const grantSlots = async (parts: Parts): Promise<void> => {
  for (;;) {
    const first = await parts.database.instance((tx) => nextInSlotQueue(tx, beatOf(parts, true)))
    if (!first || !(await grant(parts, first))) return
  }
}

/** False when no slot is free. */
const grant = (parts: Parts, { workspaceId, runId }: { workspaceId: string; runId: string }): Promise<boolean> =>
  parts.database
    .within(workspaceId, async (tx) => {
      if (!(await resumeRun(parts, tx, runId, 'sandbox'))) {
        await leaveSlotQueue(tx, { runId })
        return true
      }
      const answer = await takeSlot(tx, { kind: 'run', workspaceId, runId }, parts, { firstInLine: true })
      if (answer !== 'taken') throw new NoneFree()
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof NoneFree) return false
      throw error
    })

// Rolls the resume back: a run leaves the line and takes its slot in one transaction or not at all.
class NoneFree extends Error {}

/** Keeps granting: on a hint, and every second for what happened on other processes. */
export const startGranting = (parts: Parts): { stop(): Promise<void> } => {
  let granting = Promise.resolve()
  let waiting = false
  const run = async () => {
    waiting = false
    await grantSlots(parts).catch((error: unknown) =>
      parts.log.error({ err: error }, 'Could not assign free sandbox slots to waiting runs; will retry'),
    )
  }
  const wake = () => {
    if (waiting) return
    waiting = true
    granting = granting.then(run)
  }
  parts.hints.on('slots', wake)
  const timer = setInterval(wake, 1_000)
  wake()
  return {
    stop: async () => {
      clearInterval(timer)
      parts.hints.off('slots', wake)
      await granting
    },
  }
}
