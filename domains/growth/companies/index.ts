export { type CompanyFacts, legalFormOf } from './rules.ts'
export { findCompany, findCompanyNamed } from './store.ts'
export { supplyCompany } from './supply-company.ts'
