export {
  contributesToIndex,
  holdLookupMoney,
  isWithinHardCap,
  researchStep,
  settleLookupMoney,
  spendOfMonth,
} from './spend.ts'
export { leadRetention } from './joins.ts'
export { capPassedBy, type LookupCap, lookupCaps, type LookupTerms } from './rules.ts'
