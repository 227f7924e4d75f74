export { joinActivePlay } from './joins.ts'
export { presentPlay } from './handlers.ts'
export { type ProposedPlay, proposePlay } from './propose-play.ts'
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
  type LinkNeed,
  missingOf,
  type PlayNeed,
} from './rules.ts'
export { exampleValues, fill, unknownPlaceholders, type Values } from './rules/change-play.ts'
export { findPlay, knownPlays, lockPlay, pausePlay } from './store.ts'
export type { PlayRow } from './tables.ts'
