export { accountForChange } from './account-for-change.ts'
export { probeChange, probeExamined, type Probed } from './probe-change.ts'
