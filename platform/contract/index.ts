export { isAudited, refusedAs } from './action.ts'
export { isMailAddress, normalEmail } from './email.ts'
export { commonErrors, type CommonError, type InvalidField } from './errors.ts'
export {
  bytes,
  conflict,
  contract,
  dataEvents,
  events,
  operation,
  recordedElsewhere,
  relayed,
  takesIdempotencyKey,
} from './operation.ts'
export type { Action, Audit, Bytes, Contract, Declaration, ErrorSpec, Events, Operation } from './operation.ts'
export { foundBy, resource, resourceWithoutClients, to, toAgencyWho, toThoseWho } from './access.ts'
export type { Access, WorkspaceLookup, KindOf, Kinds, Level, On, OnProject, Who, WorkspaceKeys } from './access.ts'
export { type HandlerReply, keptBase64, keptJson, type KeptBytes, type KeptJson, type HandlerBody } from './kept.ts'
export * from './sandbox-holders.ts'
export * from './sandbox-use.ts'
export * from './schema.ts'
export type { EventIds, Reads, Subject } from './reads.ts'
export { isStaleAfter, subjectOf, touchedBy } from './staleness.ts'
