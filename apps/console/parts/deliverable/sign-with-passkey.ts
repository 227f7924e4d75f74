import { challengeOf, type PreparedDecision } from './sign-snapshot.ts'

const bytesOf = (base64Url: string) =>
  Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

interface Assertion {
  readonly id: string
  readonly response: Readonly<Record<'authenticatorData' | 'clientDataJSON' | 'signature', string>>
}

/** The signature of a passkey of this person over the statement, with the person verified by the device. */
export const signWithPasskey = async ({ statement, rpId, credentialIds }: PreparedDecision) => {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: await challengeOf(statement),
    rpId,
    userVerification: 'required',
    allowCredentials: credentialIds.map((id) => ({ type: 'public-key', id: bytesOf(id) })),
  }
  const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  const { id, response } = used.toJSON() as unknown as Assertion
  const { authenticatorData, clientDataJSON: clientDataJson, signature } = response
  return { credentialId: id, authenticatorData, clientDataJson, signature }
}
