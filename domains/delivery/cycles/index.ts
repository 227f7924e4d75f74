export { alignRefs } from './align-refs.ts'
