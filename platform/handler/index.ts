export { handle, implement, type Browser, type Context, type Handler, type Resumption } from './handler.ts'
export { refuse, refuseFields } from './refuse.ts'
export { Refusal } from './reply.ts'
export type { Conditional, Relay, Subject } from './reply.ts'
