export { isAudited, refusedAs } from './action.ts'
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
export { bytes, contract, dataEvents, events, operation, recordedElsewhere, takesIdempotencyKey } from './operation.ts'
export type { Audit, Bytes, Contract, Declaration, ErrorSpec, Events, Operation } from './operation.ts'
export { foundBy, resource, to, toAgencyWho, toThoseWho } from './access.ts'
export type { Access, FoundBy, KindOf, Kinds, Level, On, OnProject, OnWorkspace, Who, WorkspaceKeys } from './access.ts'
export { keptJson, type KeptJson, type Taken } from './kept.ts'
export { Refusal } from './reply.ts'
export * from './schema.ts'
