export { type CompanyFacts, legalFormOf } from './rules.ts'
export { findCompany, findCompanyNamed, supplyCompany } from './store.ts'
