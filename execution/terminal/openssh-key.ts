import { randomBytes, type KeyObject } from 'node:crypto'

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
