export { retryPauseMs } from './retry-pause.ts'
export { NoTurn, openTurns, type TurnInput, type Turns } from './turns.ts'
export { unlessAborted } from './unless-aborted.ts'
