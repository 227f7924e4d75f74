export { beginnersOf } from './store-trace.ts'
