export { joinActivePlay } from './joins.ts'
export { presentPlay } from './present.ts'
export { proposePlay } from './propose-play.ts'
export { findOutsideFacts, mailboxesOf, missingFor, type OutsideFacts, type Reach } from './readiness.ts'
export {
  type Evidence,
  faultsOfSteps,
  isAsProposed,
  isRunning,
  needsApproval,
  type PlayLanguage,
  playLanguages,
  type Step,
} from './rules.ts'
export { type LinkNeed, missingOf, type PlayNeed } from './rules/preconditions.ts'
export { exampleValues, fill, unknownPlaceholders, type Values } from './rules/templates.ts'
export { findPlay, holdPlay, knownPlays, lockPlay, pausePlay } from './store.ts'
export type { PlayRow } from './tables.ts'
