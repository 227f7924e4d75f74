import { rowStatement, statement } from '../../../../platform/db/statement.ts'
import { insertInto } from '../../../../platform/db/table.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import type { IntakeResult } from '../rules-intake.ts'
import { cycleIntake, type IntakeRow } from './tables.ts'

type NewIntake = Pick<IntakeRow, 'id' | 'projectId' | 'cycleId' | 'runId'> & { readonly now: Date }
export const insertIntake = statement<NewIntake>(
  'cycle-intake.insert',
  insertInto(cycleIntake, ['id', 'projectId', 'cycleId', 'runId'], { workspaceId: ':workspace', createdAt: ':now' }),
)

export const findIntake = rowStatement<{ id: string }, IntakeRow>(
  'cycle-intake.find',
  `select ${cycleIntake.columns} from cycle_intake where id = :id`,
)

const end = statement<Pick<IntakeRow, 'id' | 'kind' | 'urgency' | 'duplicateOf' | 'note'> & { now: Date }>(
  'cycle-intake.end',
  `update cycle_intake set kind = :kind, urgency = :urgency, duplicate_of = :duplicateOf, note = :note, sorted_at = :now
   where id = :id and sorted_at is null`,
)
/** Stores the choice, or the reason without one. */
export const endIntake = (tx: Transaction, id: string, sorted: IntakeResult, now: Date) =>
  end(tx, { id, kind: null, urgency: null, duplicateOf: null, note: null, ...sorted, now })

const runs = statement<{ cycleId: string }, { runId: string }>(
  'cycle-intake.runs',
  'select run_id as "runId" from cycle_intake where cycle_id = :cycleId',
)
/** The runs that sorted a cycle. */
export const intakeRunsOf = async (tx: Transaction, cycleId: string) =>
  (await runs(tx, { cycleId })).map(({ runId }) => runId)

/** A fragment for the roadmap: how a cycle was sorted; null if it was not. */
export const intakeOf = (cycleId: string): string =>
  `(select jsonb_build_object('kind', i.kind, 'urgency', i.urgency, 'duplicateOf', i.duplicate_of, 'note', i.note)
     from cycle_intake i where i.cycle_id = ${cycleId} and i.sorted_at is not null)`

export const purgeIntake = statement<{ projectId: string }>(
  'cycle-intake.purge',
  'delete from cycle_intake where project_id = :projectId',
)
