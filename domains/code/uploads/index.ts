export { beginUpload } from './begin.ts'
export { startsWithBundleHeader, receiveUpload, type ReceiveParts } from './receive.ts'
export { type CheckedBundle, toSealableContent, type ProtectedContent } from './check-bundle.ts'
export { takeClaim, withClaim, type Claim, removeSpent } from './claim.ts'
export { finalizeUpload, type FinalizeParts } from './finalize.ts'
export { inspectInSandbox, withSandboxSlot, type InspectParts } from './inspect-in-sandbox.ts'
export { inspectStored, lendCheck, type CheckPlace, type FarCheck, type StoredInspectParts } from './inspect-stored.ts'
export { manifestOf } from './manifest-of.ts'
export {
  uploadProgress,
  uploadTarget,
  type NewSession,
  type Rejection,
  type UploadSession,
  sweepSessions,
  type SweepParts,
} from './session.ts'
export type { StoredStatus } from './rules.ts'
export { newSession, sessionStore } from './store.ts'
