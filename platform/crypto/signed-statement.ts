import { createHash } from 'node:crypto'

/** The signature of a passkey, as the browser returned it; every field is base64url. */
interface PasskeySignature {
  readonly credentialId: string
  /** The public key as COSE has it (RFC 9052). */
  readonly publicKey: string
  readonly authenticatorData: string
  readonly clientDataJson: string
  readonly signature: string
}

interface Expected {
  /** The purpose of the statement, such as `atelier/decision/v1`: a signature for another purpose does not pass. */
  readonly tag: string
  /** The media type of the statement. */
  readonly mediaType: string
  /** The web address at which it was signed, `https://atelier.example.com`; its host is the relying party. */
  readonly origin: string
}

/**
 * The challenge that a passkey signs for a statement, as bytes: the tag and a line end, then the SHA-256 of the
 * statement's pre-authentication encoding (DSSE v1). The tag keeps it apart from any sign-in, whose challenge is random.
 */
export const challengeOf = (statement: string, { tag, mediaType }: Pick<Expected, 'tag' | 'mediaType'>): Buffer => {
  const encoded = `DSSEv1 ${Buffer.byteLength(mediaType)} ${mediaType} ${Buffer.byteLength(statement)} ${statement}`
  return Buffer.concat([Buffer.from(`${tag}\n`), createHash('sha256').update(encoded).digest()])
}

/**
 * Whether a passkey signed this statement there, with its person verified by the device (Web Authentication level 3,
 * section 7.2). Undefined if it did not; nothing is thrown for input of any form. The signature counter is not
 * judged, since synced keys keep it at 0.
 */
export const checkSignature = async (
  statement: string,
  { credentialId, publicKey, authenticatorData, clientDataJson, signature }: PasskeySignature,
  expected: Expected,
) => {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const answer = verifyAuthenticationResponse({
    response: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { authenticatorData, clientDataJSON: clientDataJson, signature },
    },
    expectedChallenge: challengeOf(statement, expected).toString('base64url'),
    expectedOrigin: expected.origin,
    expectedRPID: new URL(expected.origin).hostname,
    expectedType: 'webauthn.get',
    credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
    requireUserVerification: true,
  })
  const checked = await answer.catch(() => undefined)
  return checked?.verified ? { isSynced: checked.authenticationInfo.credentialBackedUp } : undefined
}
