export { plainText } from './rules.ts'
export { findGrowthProject } from './store.ts'
