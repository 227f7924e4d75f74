export { handle, implement, withBody, type Browser, type Context, type Handler, type Resumption } from './handler.ts'
export { byteRange, type ByteRange } from './byte-range.ts'
export { refuse, refuseFields, Refusal } from '../refusal/refusal.ts'
export type { ConditionalFrames, Relay, Subject } from './reply.ts'
