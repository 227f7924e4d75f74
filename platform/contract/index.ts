export { actionOf } from './action.ts'
export { normalEmail } from './email.ts'
export { commonErrors, refuse, refuseFields } from './errors.ts'
export {
  handle,
  implement,
  type Browser,
  type Context,
  type Handler,
  type InvalidField,
  type Subject,
} from './handler.ts'
export {
  bytes,
  events,
  foundBy,
  operation,
  recordedElsewhere,
  takesIdempotencyKey,
  to,
  toAgencyWho,
  toThoseWho,
} from './operation.ts'
export type {
  Access,
  Audit,
  Bytes,
  Contract,
  ErrorSpec,
  Events,
  FoundBy,
  Level,
  On,
  Operation,
  Who,
} from './operation.ts'
export { Refusal } from './reply.ts'
export * from './schema.ts'
