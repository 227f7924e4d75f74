export * from './caller.ts'
export { cookieValues, sessionCookies, signingSecrets, type SessionCookies } from './cookies.ts'
export { openCredentials, type Credentials, type AdmittedCredential } from './credentials.ts'
export { isInPath, isRefused, isRefusedVisitor, levelOn, verdict } from './decide.ts'
export { newKey, newProgramToken, programTokenHash, programTokenMs, type Keys, type ProgramTokenKind } from './keys.ts'
export {
  reachResource,
  type ProjectKind,
  type ReachedResource,
  type ResourceKinds,
  type WorkspaceKind,
} from './resources.ts'
export { announce, announceText, isRevoked, onRevocation, revoke, type Revocation } from './revocations.ts'
export { tokenHashOf, type SessionRequest, type FindPortal, type Sessions } from './sessions.ts'
export {
  closedPlaces,
  companyKeyDays,
  findRole,
  lockArchiving,
  isArchived,
  isArchivedForGood,
  isRunActive,
  provedProvider,
  revocationChannel,
  nameOfPerson,
  namesOfPeople,
  withPerson,
} from './store.ts'
export { endTaskCredentials, mintTaskCredential, type TaskWork } from './task-credentials.ts'
