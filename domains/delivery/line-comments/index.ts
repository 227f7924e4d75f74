export { commentsForRework } from './rules.ts'
export { commentsSentWith, sendDrafts } from './store.ts'
