import { record } from '../../../../platform/audit/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { finish, graph, NoPayload, type Run } from '../../../../platform/jobs/index.ts'
import type { CycleParts } from '../../workbench/index.ts'
import { lockCycle, sortDraft } from '../../cycles/index.ts'
import { intakeReason, plainUrgency, type IntakeResult } from '../rules-intake.ts'
import { sortProposal } from './sort-proposal.ts'
import { endIntake, findIntake } from './store.ts'

/** Sorts one proposal. Its subject is the row of the sorting, so that it runs beside a run of the cycle. */
const intakeRun = graph('intake', { sort: { payload: NoPayload, to: [] } })

export const intakeWorkflow = (parts: CycleParts) =>
  intakeRun.workflow({
    first: 'sort',
    steps: {
      sort: intakeRun.step('sort', {
        effect: (context) => sortProposal(parts, context),
        commit: async ({ tx, run, now }, sorted) => {
          if (sorted) await keep(tx, run, sorted, now)
          return finish()
        },
        failed: async ({ tx, run, now }) => {
          await keep(tx, run, { note: 'failed' }, now)
          return finish()
        },
      }),
    },
  })

/** A person's order outweighs the choice: the choice is stored, and marked as not applied. */
const keep = async (tx: Transaction, run: Run, sorted: IntakeResult, now: Date) => {
  const intake = await findIntake(tx, run.subjectId)
  const cycle = intake && (await lockCycle(tx, intake.cycleId))
  if (!cycle) return
  await endIntake(tx, intake.id, sorted, now)
  const counted = 'note' in sorted ? false : await sortDraft(tx, cycle.id, plainUrgency, sorted.urgency)
  record(tx, undefined, {
    name: 'cycle.sorted',
    entity: ['cycle', cycle.id],
    projectId: cycle.projectId,
    cycleId: cycle.id,
    payload: { ...sorted, counted, reason: intakeReason(sorted) },
  })
}
