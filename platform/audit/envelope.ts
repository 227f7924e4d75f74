import { createHash, createPublicKey, verify } from 'node:crypto'
import type { Signer } from './note.ts'

/** A signed payload. Source: https://github.com/secure-systems-lab/dsse, protocol version 1. */
export interface Envelope {
  readonly payloadType: string
  /** Base64. */
  readonly payload: string
  readonly signatures: readonly { readonly sig: string; readonly keyid: string }[]
}

const signedBytes = (payloadType: string, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `), payload])

/** The first 8 bytes of the SHA-256 of a public key, hexadecimal: the key id in an envelope. */
export const keyIdOf = (publicKey: Buffer): string => createHash('sha256').update(publicKey).digest('hex').slice(0, 16)

export const signEnvelope = (signer: Signer, payloadType: string, payload: Buffer): Envelope => ({
  payloadType,
  payload: payload.toString('base64'),
  signatures: [
    { sig: signer.sign(signedBytes(payloadType, payload)).toString('base64'), keyid: keyIdOf(signer.publicKey) },
  ],
})

/** Returns the payload if one of these Ed25519 keys signed it, else undefined. */
export const openEnvelope = ({ payloadType, payload, signatures }: Envelope, publicKeys: readonly Buffer[]) => {
  const bytes = Buffer.from(payload, 'base64')
  if (bytes.toString('base64') !== payload || signatures.length !== 1) return undefined
  const signature = Buffer.from(signatures[0]!.sig, 'base64')
  const signed = signedBytes(payloadType, bytes)
  const isSigned = publicKeys.some((key) => {
    const x = key.toString('base64url')
    return verify(null, signed, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature)
  })
  return isSigned ? bytes : undefined
}
