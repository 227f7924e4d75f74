export { accountForChange } from './account-for-change.ts'
export { probeChange, probeExamined, probeRest, type Probed } from './probe-change.ts'
