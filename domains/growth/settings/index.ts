export {
  contributesToIndex,
  draftStep,
  reserveLookupMoney,
  isWithinHardCap,
  proposalStep,
  replyStep,
  researchStep,
  settleLookupMoney,
  spendOfMonth,
  underHardCap,
} from './spend.ts'
export { askWriter, type WriterParts } from './ask-writer.ts'
export { leadRetention, refusalDays } from './joins.ts'
export { capPassedBy, type LookupCap, type LookupTerms } from './rules.ts'
export { growthRules } from './store.ts'
export { isPostalAddress, type GrowthRules } from './rules.ts'
export { closedCountries, isOpen, localTime, nextOpening, zonesOf } from './sending-window.ts'
