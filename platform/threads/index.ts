export { askOnce } from './ask-once.ts'
export { openThread, type Thread } from './thread.ts'
export { outsideReader, type OutsideRead, type Unread } from './outside-reader.ts'
export { threadEnvironment } from './environment.ts'
