export { commentsForAgent, nextForAgent, messagesWhileWorking } from './rules.ts'
export { newestComments } from './store.ts'
export { askingInProject, askingMessages, drivingMessages, giveMessages } from './store-cycle.ts'
export { projectMessagesFor } from './store-project.ts'
