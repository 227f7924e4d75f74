export { type Kept, retention } from './kinds.ts'
export { sweep } from './sweep.ts'
