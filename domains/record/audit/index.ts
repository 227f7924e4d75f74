export { beginnersOf } from './store.ts'
