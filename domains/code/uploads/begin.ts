import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/** How a kind of sessions finds and adds one. */
interface UploadSessions<Session> {
  /** The session that this idempotency key began before. */
  readonly find: () => Promise<Session | undefined>
  /** Refuses the declaration or adds its session; undefined if another request with the key was faster. */
  readonly add: (payloadSha256: Buffer) => Promise<Session | undefined>
  readonly keyReused: () => never
}

/** Inserts the session that a request declares, or finds the session of an earlier equal request. */
export const beginUpload = async <Session extends { readonly payloadSha256: Buffer }>(
  declaration: { readonly manifest: { readonly sha256: string } },
  { find, add, keyReused }: UploadSessions<Session>,
): Promise<{ readonly session: Session; readonly isNew: boolean }> => {
  const payload = canonicalize({ ...declaration, manifest: declaration.manifest.sha256 })!
  const payloadSha256 = createHash('sha256').update(payload).digest()
  const begun = await find()
  const added = begun ? undefined : await add(payloadSha256)
  if (added) return { session: added, isNew: true }
  // The insert waited for a twin with this key; its session can be read now.
  const session = begun ?? (await find())
  if (!session?.payloadSha256.equals(payloadSha256)) return keyReused()
  return { session, isNew: false }
}
