import { table, type RowOf } from '../../../platform/db/table.ts'
import type { TaskFailure } from '../tasks/index.ts'
import type { CycleStatus } from './rules.ts'

export const cycle = table(
  'cycle',
  {
    id: 'uuid',
    projectId: 'uuid',
    handle: 'text',
    title: 'text',
    description: 'text',
    targetBranch: 'text?',
    urgency: 'int4',
    status: 'text',
    statusChangedAt: 'timestamptz',
    runNumber: 'int4',
    runId: 'uuid?',
    runStartedBy: 'uuid?',
    runHasDesktop: 'bool',
    repositoryId: 'uuid?',
    baseSha: 'text?',
    integrationBranch: 'text?',
    integrationSha: 'text?',
    mergedSha: 'text?',
    revisionId: 'uuid?',
    revertsCycleId: 'uuid?',
    revertedByCycleId: 'uuid?',
    restoresRevisionId: 'uuid?',
    restoresFromRevisionId: 'uuid?',
    keepsTestsOfTaskId: 'uuid?',
    trackerUrl: 'text?',
    failure: 'jsonb?',
    costCapMicros: 'int8?',
    createdAt: 'timestamptz',
    createdBy: 'uuid',
    updatedAt: 'timestamptz',
  },
  {
    workspaceId: 'uuid',
    deletedAt: 'timestamptz?',
    deletedBy: 'uuid?',
    roadmapPosition: 'int4?',
    targetFromSha: 'text?',
    targetToSha: 'text?',
  },
)
export type CycleRow = RowOf<typeof cycle, { status: CycleStatus; failure: TaskFailure | null }>

/** A repository beside the primary one, in which a run works. */
export const cycleRepository = table(
  'cycle_repository',
  {
    runId: 'uuid',
    repositoryId: 'uuid',
    cycleId: 'uuid',
    // Where the work of the run goes in this repository.
    targetRef: 'text',
    baseSha: 'text',
    integrationSha: 'text',
    fromSha: 'text?',
    toSha: 'text?',
    deliveredAt: 'timestamptz?',
  },
  { workspaceId: 'uuid', createdAt: 'timestamptz' },
)
export type RunRepositoryRow = RowOf<typeof cycleRepository>
