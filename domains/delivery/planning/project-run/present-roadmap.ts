import { type Caller, isAgency } from '../../../../platform/access/index.ts'
import type { Static } from '../../../../platform/contract/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import type { Roadmap } from '../contract.ts'
import { countAcceptanceTests } from '../../acceptance/index.ts'
import { presentProjectRun } from './present.ts'
import { intakeReason } from '../rules-intake.ts'
import { activeCyclePage, endedCyclePage, nextCycles, type RoadmapRow } from './store.ts'

const doneMost = 50
const runningMost = 200
const nextMost = 200

/** The completed, the running and the next cycles. */
export const presentRoadmap = async (
  engine: Pick<Engine, 'diagnostics'>,
  tx: Transaction,
  projectId: string,
  caller: Pick<Caller, 'role'>,
): Promise<Static<typeof Roadmap>> => {
  const [run, done, running, next] = await Promise.all([
    presentProjectRun(engine, tx, projectId, caller),
    endedCyclePage(tx, projectId, doneMost),
    activeCyclePage(tx, projectId, runningMost),
    nextCycles(tx, projectId, nextMost),
  ])
  const ids = isAgency(caller.role) ? [...done, ...running, ...next].map(({ id }) => id) : []
  const tests = await countAcceptanceTests(tx, ids)
  const shown = (row: RoadmapRow) => shownCycle(row, tests.get(row.id) ?? 0)
  return { projectId, run, done: done.map(shown), running: running.map(shown), next: next.map(shown) }
}

const shownCycle = (
  { id, handle, title, status, urgency, statusChangedAt, intake }: RoadmapRow,
  acceptanceTests: number,
) => ({
  cycleId: id,
  handle,
  title,
  status,
  urgency,
  statusChangedAt,
  intake: intake && sortedAs(intake),
  acceptanceTests,
})

const sortedAs = ({ kind, urgency, duplicateOf, note }: NonNullable<RoadmapRow['intake']>) => {
  const sorted = kind !== null && urgency !== null ? { kind, urgency, duplicateOf } : { note: note ?? 'failed' }
  return { kind, urgency, duplicateOf, reason: intakeReason(sorted) }
}
