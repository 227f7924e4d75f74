export { ChatFailure, postToChat, type ChatKind, type ChatMessage } from './post.ts'
