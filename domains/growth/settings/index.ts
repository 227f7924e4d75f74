export { isWithinHardCap, researchStep } from './spend.ts'
export { leadRetention } from './joins.ts'
