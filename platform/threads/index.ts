export { askOnce } from './ask-once.ts'
export { openThread, type Thread, threadEnvironment } from './thread.ts'
export { outsideReader, type OutsideRead, type Unread } from './outside-reader.ts'
