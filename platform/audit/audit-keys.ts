import { createPrivateKey, createPublicKey, randomBytes, sign, type KeyObject } from 'node:crypto'
import { StartRefusal } from '../configuration/refusal.ts'
import { verifierOf, type Signer, type Verifier } from './note.ts'

/** Keys that checkpoints are signed with: one signs, and it and those before it are trusted. */
export interface AuditKeys {
  readonly signer: Signer
  /** Public keys, 32 bytes each, the signer's first. */
  readonly publicKeys: readonly Buffer[]
}

const seedBytes = 32
// RFC 8410, section 7: the head before the 32 bytes of an Ed25519 private key in PKCS #8.
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The text of a new audit key. */
export const makeAuditKey = (): string => `${randomBytes(seedBytes).toString('base64')}\n`

/**
 * Reads audit keys. A line is a private key, 32 bytes as base64, the signing one first; further lines are former keys,
 * private, or as `public:` and 32 bytes in base64 or what `atelier audit checkpoint` prints as the key. Throws StartRefusal for other text, with the name of its `place`.
 */
export const readAuditKeys = (text: string, place: string): AuditKeys => {
  const lines = text.split(/\s+/).filter((line) => line !== '')
  const [first, ...former] = lines.map((line, at) => keyOf(line) ?? refuseLine(place, at + 1))
  if (!first?.privateKey) return refuseLine(place, 1)
  const { privateKey, publicKey } = first
  return {
    signer: { publicKey, sign: (message) => sign(null, message, privateKey) },
    publicKeys: [publicKey, ...former.map((key) => key.publicKey)],
  }
}

/** Verifiers of a chain's checkpoints. */
export const verifiersOf = ({ publicKeys }: AuditKeys, origin: string): readonly Verifier[] =>
  publicKeys.map((publicKey) => ({ name: origin, publicKey }))

const publicMark = 'public:'

const keyOf = (line: string): { readonly privateKey?: KeyObject; readonly publicKey: Buffer } | undefined => {
  const text = line.startsWith(publicMark) ? line.slice(publicMark.length) : line
  const isPublic = text !== line
  const printed = isPublic ? verifierOf(text)?.publicKey : undefined
  const bytes = printed ? Buffer.from(printed) : Buffer.from(text, 'base64')
  if (bytes.length !== seedBytes) return undefined
  if (isPublic) return { publicKey: bytes }
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Head, bytes]), format: 'der', type: 'pkcs8' })
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  return { privateKey, publicKey: Buffer.from(x!, 'base64url') }
}

const refuseLine = (place: string, line: number): never => {
  throw new StartRefusal(
    `Line ${line} of ${place} is no audit key: 32 bytes as base64, or for a former key “public:” and 32 bytes as ` +
      `base64. Put it back from the backup.`,
  )
}
