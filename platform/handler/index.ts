export { handle, implement, withBody, type Browser, type Context, type Handler, type Resumption } from './handler.ts'
export { refuse, refuseFields } from '../refusal/refuse.ts'
export { Refusal } from '../refusal/refusal.ts'
export type { ConditionalFrames, Relay, Subject } from './reply.ts'
