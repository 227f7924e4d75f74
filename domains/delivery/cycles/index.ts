export {
  auditSubject as aboutCycle,
  taskAuditSubject,
  stopFromOutside,
  closeRequestsOfRun,
} from './stop-from-outside.ts'
export {
  completedProjects,
  cycleProgress,
  cycleProposer,
  cyclesOfProject,
  cycleTitle,
  inRoadmapOrder,
  isLiveCycle,
  projectOfCycle,
} from './joins.ts'
export {
  failureCodeOf,
  findCycle,
  cycleSources,
  type CycleSource,
  proposalsOfCycles,
  activeCyclesOf,
  proposedAt,
  type ActiveCycle,
} from './store.ts'
export { activeCycles, draftsAmong, lockCycle, lockNextCycles } from './locks.ts'
export { createCycle, markReverted, orderCycles, sortDraft } from './drafts.ts'
export {
  advanceIntegrationIn,
  beginInRepository,
  beginRun,
  integrateTask,
  markDelivered,
  noteStarter,
  pictureTask,
  planRun,
  recordIntendedMove,
  type RefMove,
} from './run.ts'
export {
  newestCycleBranches,
  cyclesAtWork as cyclesWithRuns,
  findRunPlace,
  repositoriesOfRun,
} from './store-repositories.ts'
export { capCycle, capWorkspace, capSpending } from './caps.ts'
export { deliveriesOfCommits, deliveredParts, isBeingRestored, type DeliveredPart } from './store-deliveries.ts'
export type { CycleRow, RunRepositoryRow } from './tables.ts'
export { moveCycle } from './move.ts'
export { notifyStarter } from './notify-starter.ts'
export { presentCycle } from './present.ts'
export type { DeliveredRef } from './store-run.ts'
