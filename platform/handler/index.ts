export { handle, implement, type Browser, type Context, type Handler, type Subject } from './handler.ts'
export { refuse, refuseFields } from './refuse.ts'
export { Refusal } from './reply.ts'
