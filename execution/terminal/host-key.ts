import { createHash, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import ssh2 from 'ssh2'
import { StartRefusal } from '../../platform/configuration/refusal.ts'

/** The key by which SSH clients recognise this server. */
export interface HostKey {
  /** An Ed25519 key in OpenSSH's format. */
  readonly privateKey: string
  /** Type and key as in a known-hosts file: `ssh-ed25519 AAAA…`. */
  readonly publicKey: string
  /** `SHA256:` and the hash of the public key in base64, as `ssh-keygen -l` shows it. */
  readonly fingerprint: string
}

/** Reads the text of a host key. Throws StartRefusal, with the name of its `place`, if it is not an Ed25519 key. */
export const readHostKey = (text: string, place: string): HostKey => {
  const key = parseHostKey(text)
  if (key) return key
  throw new StartRefusal(
    `${place} holds no Ed25519 key of SSH. Put it back from the backup, or remove it for a new one.`,
  )
}

/** Makes a host key, and reads it as each start will read it. */
export const makeHostKey = (): HostKey => {
  const key = parseHostKey(openSshPrivateKey(generateKeyPairSync('ed25519').privateKey))
  if (!key) throw new Error('The SSH server cannot read the host key that was made for it.')
  return key
}

/** Undefined if the text is no private Ed25519 key that the SSH server can sign with. */
export const parseHostKey = (privateKey: string): HostKey | undefined => {
  const parsed = ssh2.utils.parseKey(privateKey)
  if (parsed instanceof Error || parsed.type !== 'ssh-ed25519' || !canSign(parsed)) return undefined
  const bytes = parsed.getPublicSSH()
  const hash = createHash('sha256')
    .update(bytes)
    .digest('base64')
    .replace(/={1,2}$/, '')
  return { privateKey, publicKey: `ssh-ed25519 ${bytes.toString('base64')}`, fingerprint: `SHA256:${hash}` }
}

const canSign = (key: ssh2.ParsedKey) => {
  if (!key.isPrivateKey()) return false
  const signature = key.sign('host key')
  return !(signature instanceof Error) && key.verify('host key', signature)
}

/**
 * A private Ed25519 key in the format of OpenSSH, without a passphrase. Source: PROTOCOL.key of OpenSSH.
 * `ssh2.utils.generateKeyPairSync` drops leading zero bytes of the public key, so one of its 256 keys is unreadable.
 */
export const openSshPrivateKey = (key: KeyObject): string => {
  const { x, d } = key.export({ format: 'jwk' })
  if (key.asymmetricKeyType !== 'ed25519' || !x || !d) throw new TypeError('The key is no private Ed25519 key.')
  const point = Buffer.from(x, 'base64url')
  const publicKey = Buffer.concat([text('ssh-ed25519'), text(point)])
  const check = randomBytes(4)
  const secret = Buffer.concat([
    check,
    check,
    publicKey,
    text(Buffer.concat([Buffer.from(d, 'base64url'), point])),
    text(''),
  ])
  const blob = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    text('none'),
    text('none'),
    text(''),
    uint32(1),
    text(publicKey),
    text(padded(secret)),
  ])
  const lines = blob.toString('base64').replace(/.{70}(?=.)/g, '$&\n')
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines}\n-----END OPENSSH PRIVATE KEY-----\n`
}

/** Filled up with 1, 2, 3 … to whole blocks of 8 bytes. */
const padded = (bytes: Buffer) =>
  Buffer.concat([bytes, Buffer.from([1, 2, 3, 4, 5, 6, 7]).subarray(0, -bytes.length & 7)])

/** A string of SSH: its length in 4 bytes, then its bytes. Source: RFC 4251, section 5. */
const text = (value: string | Buffer) => {
  const bytes = Buffer.from(value)
  return Buffer.concat([uint32(bytes.length), bytes])
}

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
