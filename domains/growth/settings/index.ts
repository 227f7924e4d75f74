export { isWithinHardCap, researchStep } from './spend.ts'
