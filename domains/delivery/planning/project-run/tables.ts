import { table, type RowOf } from '../../../../platform/db/table.ts'

/** The newest autonomous run of a project; the row stays after its end. */
export const projectRun = table(
  'project_run',
  {
    projectId: 'uuid',
    runId: 'uuid',
    number: 'int4',
    cyclesBegun: 'int4',
    lastCycleId: 'uuid?',
    startedAt: 'timestamptz',
    startedBy: 'uuid',
    stoppingAt: 'timestamptz?',
    endedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid' },
)
export type ProjectRunRow = RowOf<typeof projectRun>
