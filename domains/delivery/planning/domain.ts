import { type Engine, finish, graph, NoPayload, type Run } from '../../../platform/jobs/index.ts'
import { domain } from '../../domain.ts'
import type { CycleParts } from '../workbench/index.ts'
import { planning } from './contract.ts'
import { stopProjectWork } from './dispatch.ts'
import { purgeIntake, endIntake, findIntake } from './intake/store.ts'
import { endProjectRun, resumeProjectRun } from './project-run/end.ts'
import { projectWorkflow } from './project-run/advance.ts'
import handlers from './handlers.ts'
import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockCycle, sortDraft } from '../cycles/index.ts'
import { intakeReason, plainUrgency, type IntakeResult } from './rules-intake.ts'
import { sortProposal } from './intake/sort-proposal.ts'

export default domain({
  name: 'planning',
  contract: planning,
  handlers,
  workflows: (parts: CycleParts) => [projectWorkflow(parts), intakeWorkflow(parts)],
  project: ({ engine }: { readonly engine: Engine }) => ({
    end: (tx, id) => stopProjectWork(engine, tx, id),
    archive: (tx, id) => endProjectRun(engine, tx, id),
    change: (tx, id) => resumeProjectRun(engine, tx, id),
    purge: (tx, projectId) => purgeIntake(tx, { projectId }),
  }),
})

/** Sorts one proposal. Its subject is the row of the sorting, so that it runs beside a run of the cycle. */
const intakeRun = graph('intake', { sort: { payload: NoPayload, to: [] } })

const intakeWorkflow = (parts: CycleParts) =>
  intakeRun.workflow({
    first: 'sort',
    steps: {
      sort: intakeRun.step('sort', {
        effect: (context) => sortProposal(parts, context),
        commit: async ({ tx, run, now }, sorted) => {
          if (sorted) await storeSorting(tx, run, sorted, now)
          return finish()
        },
        failed: async ({ tx, run, now }) => {
          await storeSorting(tx, run, { note: 'failed' }, now)
          return finish()
        },
      }),
    },
  })

/** Stores the choice of a sorting. A person's order outweighs it: then it is marked as not applied. */
const storeSorting = async (tx: Transaction, run: Run, sorted: IntakeResult, now: Date) => {
  const intake = await findIntake(tx, { id: run.subjectId })
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
