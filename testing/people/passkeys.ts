import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { challengeOf } from '../../platform/crypto/signed-statement.ts'
import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest()

const userPresent = 0x01
const userVerified = 0x04

interface Ceremony {
  /** By default that of a decision. */
  readonly challenge?: Buffer
  readonly origin?: string
  readonly type?: string
  readonly flags?: number
}

/** An authenticator with one ES256 passkey, as a browser would answer with it. */
export const openPasskey = (origin: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  // A CBOR map: 1 (kty) 2, 3 (alg) -7, -1 (crv) 1, -2 (x), -3 (y).
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x!, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y!, 'base64url'),
  ])
  const credentialId = randomBytes(16).toString('base64url')
  const use = { tag: 'atelier/decision/v1', mediaType: 'application/vnd.in-toto+json' }
  return {
    credentialId,
    cose,
    sign: (statement: string, given: Ceremony = {}) => {
      const {
        challenge = challengeOf(statement, use),
        type = 'webauthn.get',
        flags = userPresent | userVerified,
      } = given
      const clientData = { type, challenge: challenge.toString('base64url'), origin: given.origin ?? origin }
      const client = Buffer.from(JSON.stringify({ ...clientData, crossOrigin: false }))
      const data = Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags, 0, 0, 0, 0])])
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return {
        credentialId,
        authenticatorData: data.toString('base64url'),
        clientDataJson: client.toString('base64url'),
        signature: signature.toString('base64url'),
      }
    },
  }
}

/** Gives a person a passkey, as a registration would. */
export const passkeyOf = async (server: TestServer, userId: string, origin = server.baseUrl) => {
  const passkey = openPasskey(origin)
  await asOwner(
    server,
    `insert into passkey (id, user_id, public_key, credential_id, counter, device_type, backed_up)
     values (gen_random_uuid(), $1, $2, $3, 0, 'singleDevice', false)`,
    [userId, passkey.cose.toString('base64'), passkey.credentialId],
  )
  return passkey
}
