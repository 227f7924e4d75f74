export { sentence } from './rules.ts'
