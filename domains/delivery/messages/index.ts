export { messageText } from './joins.ts'
export { authorNames } from './names.ts'
export {
  type AuthorSide,
  authorSides,
  commentsForAgent,
  newestThatFit,
  nextForAgent,
  quoted,
  saidMeanwhile,
} from './rules.ts'
export { addMessage, commentPage, type NewMessage, newestComments } from './store.ts'
export { answerTo, askingInProject, askingMessages, drivingMessages, giveMessages, messagePage } from './store-cycle.ts'
export { projectMessagePage, projectMessagesFor, type ThreadCount, threadCounts } from './store-project.ts'
export type { MessageRow } from './tables.ts'
