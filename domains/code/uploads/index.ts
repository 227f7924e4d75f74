export { beginUpload } from './begin.ts'
export { startsWithBundleHeader } from './bundle-start.ts'
export type { CheckedBundle } from './check-bundle.ts'
export { takeClaim, withClaim, type Claim } from './claim.ts'
export { finalizeUpload, type FinalizeParts } from './finalize.ts'
export { inspectInSandbox, type InspectParts } from './inspect-in-sandbox.ts'
export {
  inspectStored,
  lendCheck,
  storedFor,
  type CheckPlace,
  type FarCheck,
  type StoredInspectParts,
} from './inspect-stored.ts'
export { manifestOf } from './manifest-of.ts'
export { uploadProgress } from './progress.ts'
export { plainContent, type ProtectedContent } from './protected-content.ts'
export { receiveUpload, type ReceiveParts } from './receive.ts'
export { removeSpent } from './remove-spent.ts'
export type { StoredStatus } from './rules.ts'
export type { Rejection, UploadSession } from './session.ts'
export { withSandboxSlot } from './sandbox-slot.ts'
export { sessionStore } from './store.ts'
export { sweepSessions, type SweepParts } from './sweep.ts'
