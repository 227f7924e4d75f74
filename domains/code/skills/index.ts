export { headOf } from './rules.ts'
export { skillsOf } from './store.ts'
