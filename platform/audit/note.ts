import { createHash, createPublicKey, verify } from 'node:crypto'

/** The signer's key: 32 bytes of an Ed25519 public key, and the key itself, which is never seen. */
export interface Signer {
  readonly publicKey: Buffer
  sign(text: Buffer): Buffer
}

/** Whose signature counts: a key under the name that it signs with. */
export interface Verifier {
  readonly name: string
  readonly publicKey: Buffer
}

/** The head of a log of `size` rows; `root` is that of their Merkle tree, 32 bytes. */
export interface Checkpoint {
  readonly origin: string
  readonly size: number
  readonly root: Buffer
}

const ed25519 = Buffer.of(1)
const noteMostBytes = 64 * 1024
const signaturesMost = 100
const namePattern = /^[^\s\p{Z}+]+$/u
const sizePattern = /^(0|[1-9]\d{0,15})$/
/** Only canonical base64: another text that decodes to the same bytes would be another signature of the note. */
const decodeBase64 = (encoded: string): Buffer => {
  const bytes = Buffer.from(encoded, 'base64')
  return bytes.toString('base64') === encoded ? bytes : Buffer.alloc(0)
}

const keyIdOf = ({ name, publicKey }: Verifier): Buffer =>
  createHash('sha256').update(`${name}\n`).update(ed25519).update(publicKey).digest().subarray(0, 4)

/** A verifier as text, `name+key id+key`: a person keeps it to check signatures. */
export const verifierText = (verifier: Verifier): string =>
  `${verifier.name}+${keyIdOf(verifier).toString('hex')}+${Buffer.concat([ed25519, verifier.publicKey]).toString('base64')}`

export const verifierOf = (text: string): Verifier | undefined => {
  const [name, keyId, encoded, ...more] = splitVerifier(text.trim())
  if (!name || !keyId || !encoded || more.length > 0 || !namePattern.test(name)) return undefined
  const bytes = decodeBase64(encoded)
  if (bytes.length !== 33 || bytes[0] !== ed25519[0]) return undefined
  const verifier = { name, publicKey: bytes.subarray(1) }
  return keyIdOf(verifier).toString('hex') === keyId ? verifier : undefined
}

// The key in base64 may hold a plus itself; name and id may not.
const splitVerifier = (text: string) => {
  const [name, keyId, ...rest] = text.split('+')
  return [name, keyId, rest.join('+')]
}

/**
 * A checkpoint signed under its origin as the key's name: a note of UTF-8 text that ends in a line end.
 * Source: C2SP tlog-checkpoint and signed-note, with Ed25519 (RFC 8032). `root` is that of the tree beside the chain.
 */
export const signCheckpoint = ({ origin, size, root }: Checkpoint, signer: Signer): string => {
  if (!namePattern.test(origin)) throw new Error(`${origin} cannot be the origin of a checkpoint`)
  const text = `${origin}\n${size}\n${root.toString('base64')}\n`
  const keyId = keyIdOf({ name: origin, publicKey: signer.publicKey })
  const signature = Buffer.concat([keyId, signer.sign(Buffer.from(text))])
  return `${text}\n— ${origin} ${signature.toString('base64')}\n`
}

/**
 * The text of a signed note: `unknown` if no verifier has signed it, `wrong` if the text is no note or a verifier's
 * signature is invalid. Signatures of others are passed over. Source: C2SP signed-note.
 */
export const openNote = (
  note: string,
  verifiers: readonly Verifier[],
): { readonly text: string } | 'unknown' | 'wrong' => {
  const split = splitNote(note)
  if (!split) return 'wrong'
  let known = false
  for (const { name, keyId, signature } of split.signatures) {
    const verifier = verifiers.find((one) => one.name === name && keyIdOf(one).equals(keyId))
    if (!verifier) continue
    if (!isSigned(split.text, signature, verifier)) return 'wrong'
    known = true
  }
  return known ? { text: split.text } : 'unknown'
}

const splitNote = (note: string) => {
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || note.length > noteMostBytes || !note.endsWith('\n') || /[\x00-\x09\x0b-\x1f]/.test(note))
    return undefined
  const lines = note.slice(end + 2, -1).split('\n')
  const signatures = lines.slice(0, signaturesMost + 1).map(signatureOf)
  if (signatures.length > signaturesMost || signatures.includes(undefined)) return undefined
  return { text: note.slice(0, end + 1), signatures: signatures.filter((one) => one !== undefined) }
}

const signatureOf = (line: string) => {
  const [dash, name, encoded, ...more] = line.split(' ')
  if (dash !== '—' || !name || !encoded || more.length > 0 || !namePattern.test(name)) return undefined
  const bytes = decodeBase64(encoded)
  return bytes.length > 4 ? { name, keyId: bytes.subarray(0, 4), signature: bytes.subarray(4) } : undefined
}

const isSigned = (text: string, signature: Buffer, { publicKey }: Verifier): boolean => {
  const key = createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
  })
  return signature.length === 64 && verify(null, Buffer.from(text), key, signature)
}

/** Parses the checkpoint in a note's text; undefined if the text is not a checkpoint. Further lines are passed over. */
export const checkpointOf = (text: string): Checkpoint | undefined => {
  const [origin, size, encoded, ...extensions] = text.split('\n')
  if (!origin || !size || !encoded || extensions.at(-1) !== '' || !sizePattern.test(size)) return undefined
  const root = decodeBase64(encoded)
  return root.length === 32 ? { origin, size: Number(size), root } : undefined
}

/** The checkpoint of a note that a verifier of its log has signed; undefined for any other note. */
export const signedCheckpointOf = (note: string, verifiers: readonly Verifier[]): Checkpoint | undefined => {
  const opened = openNote(note, verifiers)
  const checkpoint = typeof opened === 'string' ? undefined : checkpointOf(opened.text)
  return verifiers.some(({ name }) => name === checkpoint?.origin) ? checkpoint : undefined
}

/** The checkpoint that a note claims; its signatures are not checked. */
export const unsignedCheckpointOf = (note: string): Checkpoint | undefined =>
  checkpointOf(`${note.split('\n\n')[0]!}\n`)

const tree = 'atelier/tree/'
const chain = 'atelier/audit/'

/** The name of a workspace's log in checkpoints, whose root is that of the tree beside the chain. */
export const originOf = (workspace: string): string => `${tree}${workspace}`

/** The name under which heads of the chain itself were signed before there was a tree, with the same keys. */
export const chainOriginOf = (origin: string): string => origin.replace(tree, chain)

/** The name of the log whose key bears this name, its former one among them. */
export const currentOrigin = (name: string): string => name.replace(chain, tree)
