export { about as aboutCycle, aboutTask } from './audit-subject.ts'
export { alignRefs } from './align-refs.ts'
export { cyclesOfProject, cycleTitle, inRoadmapOrder, isLiveCycle, projectOfCycle } from './joins.ts'
export {
  findCycle,
  activeCycles,
  beginRun,
  lockCycle,
  createCycle,
  noteStarter,
  markDelivered,
  planRun,
} from './store.ts'
export { cycleBranchNamed, newestCycleBranches, cyclesAtWork as cyclesWithRuns } from './store-branches.ts'
export { capCycle, capWorkspace, capSpending } from './caps.ts'
export { isActive, isOver } from './rules.ts'
export { cyclesAtWork, proposedAt, type CycleAtWork } from './store-active.ts'
export { cyclesBehind, type CycleBehind } from './store-billing-sources.ts'
export { titlesOfCycles } from './store-titles.ts'
export type { CycleRow, RunRepositoryRow } from './tables.ts'
export { closeRequestsOfRun } from './close-requests.ts'
export { moveCycle } from './move.ts'
export { deliveredParts, markReverted, type DeliveredPart } from './store-reverts.ts'
export { stepsOf, presentRun, isResumable, type ShownStep } from './present-run.ts'
export { presentCycle } from './present.ts'
export { descriptionOfRevert, titleOfRevert, isMadeByGit } from './rules-reverts.ts'
export {
  findRunPlace,
  findUndelivered,
  repositoriesOfRun,
  beginInRepository,
  type Delivered,
  markDeliveredBeside,
  advanceIntegrationIn,
  type RefMove,
  intendIn,
  intendPrimary,
} from './store-repositories.ts'
export { sortDraft, draftsAmong, orderCycles, failureCodeOf, lockNextCycles } from './store-roadmap.ts'
