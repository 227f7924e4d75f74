import { table, type RowOf } from '../../../../platform/db/table.ts'
import type { IntakeKind, IntakeNote } from '../rules-intake.ts'

/** The sorting of a proposal. */
export const cycleIntake = table(
  'cycle_intake',
  {
    id: 'uuid',
    projectId: 'uuid',
    cycleId: 'uuid',
    runId: 'uuid',
    kind: 'text?',
    urgency: 'int4?',
    duplicateOf: 'uuid?',
    note: 'text?',
    createdAt: 'timestamptz',
    sortedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid' },
)
export type IntakeRow = RowOf<typeof cycleIntake, { kind: IntakeKind | null; note: IntakeNote | null }>
