export { authorNames } from './names.ts'
export { authorSides, commentsForAgent, type AuthorSide } from './rules.ts'
export { addMessage, commentPage, newestComments } from './store.ts'
export type { MessageRow } from './tables.ts'
