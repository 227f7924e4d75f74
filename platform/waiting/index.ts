export { retryPauseMs } from './retry-pause.ts'
export { unlessAborted } from './unless-aborted.ts'
