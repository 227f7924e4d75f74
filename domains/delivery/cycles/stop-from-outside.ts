import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { auditSubject } from './audit-subject.ts'
import { closeRequestsOfRun } from './close-requests.ts'
import { moveCycle } from './move.ts'

interface OutsideStop {
  readonly cycleId: string
  /** The name of the author at the tracker, who is no person of this workspace. */
  readonly author: string
  readonly source: 'codehost' | 'tracker'
  readonly now: Date
}

/** Stops the run of a cycle because a person at a tracker asked for it. False if no run is active. */
export const stopFromOutside = async (
  tx: Transaction,
  engine: Engine,
  { cycleId, author, source, now }: OutsideStop,
): Promise<boolean> => {
  const cycle = await moveCycle(tx, cycleId, 'stop', now)
  if (!cycle) return false
  await closeRequestsOfRun(tx, cycle.runId!, now, { decision: `${author} stopped the run.` })
  await engine.cancel(tx, cycle.runId!)
  const { resource, parent, metadata: details } = auditSubject(cycle, { runNumber: cycle.runNumber })
  record(tx, {
    action: 'cycle.stop',
    category: 'execute',
    outcome: 'success',
    actor: { type: 'system', id: null },
    source,
    resource,
    ...(parent && { parent }),
    ...(details && { details }),
  })
  return true
}
