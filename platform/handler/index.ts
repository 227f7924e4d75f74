export { handle, implement, withBody, type Browser, type Context, type Handler, type Resumption } from './handler.ts'
export { byteRange, type ByteRange, type ConditionalFrames, type Relay, type Subject } from './reply.ts'
export { refuse, refuseFields, Refusal } from '../refusal/refusal.ts'
