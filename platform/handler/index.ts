export { handle, implement, type Browser, type Context, type Handler } from './handler.ts'
export { refuse, refuseFields } from './refuse.ts'
export { Refusal } from './reply.ts'
export type { Subject } from './reply.ts'
