export { auditSubject as aboutCycle, taskAuditSubject } from './audit-subject.ts'
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
  findCycle,
  activeCycles,
  beginRun,
  lockCycle,
  createCycle,
  noteDesktop,
  noteStarter,
  markDelivered,
  planRun,
} from './store.ts'
export { newestCycleBranches, cyclesAtWork as cyclesWithRuns } from './store-branches.ts'
export { capCycle, capWorkspace, capSpending } from './caps.ts'
export { activeCyclesOf, proposedAt, type ActiveCycle } from './store-active.ts'
export { cycleSources, type CycleSource } from './store-billing-sources.ts'
export { deliveriesOfCommits } from './store-deliveries.ts'
export { proposalsOfCycles, titlesOfCycles } from './store-titles.ts'
export type { CycleRow, RunRepositoryRow } from './tables.ts'
export { closeRequestsOfRun } from './close-requests.ts'
export { moveCycle } from './move.ts'
export { deliveredParts, isBeingRestored, markReverted, type DeliveredPart } from './store-reverts.ts'
export { presentCycle } from './present.ts'
export {
  findRunPlace,
  repositoriesOfRun,
  beginInRepository,
  type DeliveredRef,
  markDeliveredBeside,
  advanceIntegrationIn,
  type RefMove,
  recordIntendedMove,
  undeliveredMoves,
} from './store-repositories.ts'
export { sortDraft, draftsAmong, orderCycles, failureCodeOf, lockNextCycles } from './store-roadmap.ts'
