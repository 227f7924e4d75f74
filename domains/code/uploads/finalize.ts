import type { Vault } from '../../../platform/crypto/index.ts'
import type { InvalidField, SandboxUse } from '../../../platform/contract/index.ts'
import type { InTransaction } from '../../../platform/db/transaction.ts'
import {
  checkBundle,
  type BaseRevision,
  type CheckedBundle,
  invalidContent,
  needsVault,
  type ProtectedContent,
} from './check-bundle.ts'
import { dropBundle, endRejected, takeClaim, withClaim, type Claim, type ClaimParts } from './claim.ts'
import type { StoredInspectParts } from './inspect-stored.ts'
import { statusAt, type SessionState } from './rules.ts'
import type { Rejection, UploadSession } from './session.ts'
import type { SessionStore } from './store.ts'

export type FinalizeParts = ClaimParts & StoredInspectParts & { readonly vault: Vault }

/** The input of a finalize handler. */
interface FinalizeRequest {
  readonly workspace: string
  readonly body: ProtectedContent
  readonly now: Date
  readonly signal: AbortSignal
  readonly read: InTransaction
  readonly invalid: (fields: readonly InvalidField[]) => never
  /** The refusals of its operation; each ends the request. */
  readonly fail: {
    expired(): never
    notUploaded(): never
    noVault(): never
    claimed(): never
    diskFull(): never
    checkTimeout(): never
    sandboxesInUse(budget: SandboxUse): never
  }
}

/** The part of a finalize that differs between the kinds of sessions. */
interface UploadPurpose<Session extends UploadSession, Code extends string, Reply> {
  readonly sessions: SessionStore
  readonly session: Session
  /** Answers for a session that was finalized before. */
  readonly repeat: () => Promise<Reply>
  /** Refuses with the reason that ended the session. */
  readonly reject: (rejection: Rejection<Code>) => never
  /** Refuses before the check of the bundle what could only be refused after it. */
  readonly refuseEarly?: () => Promise<void>
  /** The stored revision that the bundle may build on; a bundle without one has its whole history. */
  readonly base?: () => Promise<BaseRevision>
  /** Why a bundle that is as declared ends the session all the same. */
  readonly judge: (bundle: CheckedBundle) => Promise<Rejection<Code> | undefined>
  /** Makes the session's result from the checked bundle, and records it. */
  readonly make: (claim: Claim<Session>, bundle: CheckedBundle) => Promise<Reply>
}

type FinalizedSession<Code extends string> = UploadSession &
  SessionState & { readonly rejection: Rejection<Code> | null }

/** Checks the uploaded bundle of a session in a sandbox and makes the session's result from it. */
export const finalizeUpload = async <Session extends FinalizedSession<Code>, Code extends string, Reply>(
  parts: FinalizeParts,
  request: FinalizeRequest,
  finalizing: UploadPurpose<Session, Code, Reply>,
): Promise<Reply> => {
  const { workspace, body, now, read, fail, invalid } = request
  const { sessions, session } = finalizing
  const status = statusAt(session, now)
  if (status === 'finalized') return finalizing.repeat()
  if (status === 'expired') return fail.expired()
  if (status === 'accepting') return fail.notUploaded()
  if (status === 'rejected') return finalizing.reject(session.rejection!)
  const named = await read((tx) => sessions.protectedIn(tx, session.id))
  const faults = invalidContent(body, named)
  if (faults.length > 0) return invalid(faults)
  if (!parts.vault.available && needsVault(body)) return fail.noVault()
  await finalizing.refuseEarly?.()
  const claim = (await takeClaim(parts, workspace, sessions, session)) ?? fail.claimed()
  if ('limit' in claim) return fail.sandboxesInUse(claim)
  return withClaim(parts, claim, () => finalizeClaimed(parts, request, finalizing, claim, named))
}

const finalizeClaimed = async <Session extends FinalizedSession<Code>, Code extends string, Reply>(
  parts: FinalizeParts,
  { read, signal, fail }: FinalizeRequest,
  { sessions, session, base: baseOf, judge, reject, make }: UploadPurpose<Session, Code, Reply>,
  claim: Claim<Session>,
  named: ReadonlySet<string>,
): Promise<Reply> => {
  const manifest = await read((tx) => sessions.manifestOf(tx, session.id))
  const bundleKey = sessions.bundleKey(session.id)
  const base = await baseOf?.()
  const { workspace, address } = claim
  const declared = { session, manifest, bundleKey, named, base }
  const checked = await checkBundle(parts, declared, { workspace, address, signal })
  if (checked.fault === 'disk-full') return fail.diskFull()
  if (checked.fault === 'timeout') return fail.checkTimeout()
  if (checked.fault === 'missing') {
    await dropBundle(parts, claim)
    return fail.notUploaded()
  }
  const rejectWith = async (rejection: Rejection<Code>) => {
    await endRejected(parts, claim, rejection)
    return reject(rejection)
  }
  if (checked.fault) return rejectWith({ code: 'bundle_rejected', fields: checked.fields })
  try {
    const rejection = await judge(checked)
    if (rejection) return await rejectWith(rejection)
    return await make(claim, checked)
  } catch (error) {
    await parts.repositories.discard(checked.quarantine)
    throw error
  }
}
