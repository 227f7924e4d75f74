export * from './caller.ts'
export { sessionCookies, signingSecrets, type SessionCookies } from './cookies.ts'
export { openCredentials, type Credentials, type Held } from './credentials.ts'
export { isRefused, isRefusedVisitor, levelOn, verdict } from './decide.ts'
export { newKey, type Keys } from './keys.ts'
export {
  isInPath,
  reach,
  type ProjectKind,
  type ResourceKind,
  type ResourceKinds,
  type WorkspaceKind,
} from './resources.ts'
export { announce, announceText, concerns, onRevocation, revoke, type Revocation } from './revocations.ts'
export { portalOfClient, tokenHashOf, type Asked, type FindPortal, type Sessions } from './sessions.ts'
export { findPlace, isRunActive, revocationChannel } from './store.ts'
export { mintTaskCredential, type TaskWork } from './task-credentials.ts'
