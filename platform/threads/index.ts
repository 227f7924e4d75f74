export { askOnce } from './ask-once.ts'
export { openThread, type Thread } from './thread.ts'
export { threadEnvironment } from './environment.ts'
