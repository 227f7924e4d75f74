export { openThread, type Thread } from './thread.ts'
