import { createPrivateKey, createPublicKey, randomBytes, sign, type KeyObject } from 'node:crypto'
import { link, open, readFile, rm, stat } from 'node:fs/promises'
import { StartRefusal } from '../configuration/refusal.ts'
import type { Signer, Verifier } from './note.ts'

/** Keys that checkpoints are signed with: one signs, and it and those before it are trusted. */
export interface AuditKeys {
  readonly signer: Signer
  /** Public keys, 32 bytes each, the signer's first. */
  readonly publicKeys: readonly Buffer[]
}

const seedBytes = 32
// RFC 8410, section 7: what stands before the 32 bytes of an Ed25519 private key in PKCS #8.
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Reads the audit keys of `file`, and makes it with a new key and mode 0600 where it is missing; of starts that race,
 * the first one's key is the key. A line is a private key, 32 bytes as base64, the signing one first; further lines
 * are former keys, private or as `public:` and 32 bytes in base64. Throws StartRefusal for a file that is not so, and
 * for one that others may read.
 */
export const openAuditKeys = async (file: string): Promise<AuditKeys> => {
  const text = (await readPrivate(file)) ?? (await makeFile(file))
  const lines = text.split(/\s+/).filter((line) => line !== '')
  const [first, ...former] = lines.map((line, at) => keyOf(line) ?? refuseLine(file, at + 1))
  if (!first?.privateKey) return refuseLine(file, 1)
  const { privateKey, publicKey } = first
  return {
    signer: { publicKey, sign: (message) => sign(null, message, privateKey) },
    publicKeys: [publicKey, ...former.map((key) => key.publicKey)],
  }
}

/** What a chain's checkpoints are checked with. */
export const verifiersOf = ({ publicKeys }: AuditKeys, origin: string): readonly Verifier[] =>
  publicKeys.map((publicKey) => ({ name: origin, publicKey }))

const keyOf = (line: string): { readonly privateKey?: KeyObject; readonly publicKey: Buffer } | undefined => {
  const isPublic = line.startsWith('public:')
  const bytes = Buffer.from(isPublic ? line.slice('public:'.length) : line, 'base64')
  if (bytes.length !== seedBytes) return undefined
  if (isPublic) return { publicKey: bytes }
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Head, bytes]), format: 'der', type: 'pkcs8' })
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  return { privateKey, publicKey: Buffer.from(x!, 'base64url') }
}

const refuseLine = (file: string, line: number): never => {
  throw new StartRefusal(
    `Line ${line} of ${file} is no audit key: 32 bytes as base64, or for a former key “public:” and 32 bytes as ` +
      `base64. Put the file back from the backup.`,
  )
}

const readPrivate = async (file: string) => {
  const found = await stat(file).catch(ignoreMissing)
  if (!found) return undefined
  if ((found.mode & 0o077) === 0) return readFile(file, 'utf8')
  throw new StartRefusal(`Others on this machine may read ${file}, which signs the audit log. Run: chmod 600 ${file}`)
}

const ignoreMissing = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
}

const makeFile = async (file: string): Promise<string> => {
  const fresh = `${file}.${randomBytes(8).toString('hex')}`
  const handle = await open(fresh, 'wx', 0o600)
  try {
    await handle.writeFile(`${randomBytes(seedBytes).toString('base64')}\n`)
    await handle.sync()
    // A link never replaces: of two starts, the first one's key is the key.
    await link(fresh, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await handle.close()
    await rm(fresh, { force: true })
  }
  return readFile(file, 'utf8')
}
