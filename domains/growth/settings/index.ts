export {
  contributesToIndex,
  draftStep,
  holdLookupMoney,
  isWithinHardCap,
  replyStep,
  researchStep,
  settleLookupMoney,
  spendOfMonth,
} from './spend.ts'
export { leadRetention } from './joins.ts'
export { capPassedBy, type LookupCap, lookupCaps, type LookupTerms } from './rules.ts'
export { growthRules } from './store.ts'
export type { GrowthRules } from './rules.ts'
