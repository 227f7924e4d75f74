import { useMutation } from '@tanstack/react-query'
import {
  beginPasskeyRegistration,
  registerPasskey,
} from '../../../../domains/accounts/people/contract/sign-in/passkeys.ts'
import { call } from '../../api/client.ts'
import { queries } from '../../api/queries.ts'
import { refreshAfter } from '../../api/stale.ts'

/** Whether this browser makes passkeys from JSON. */
export const canMakePasskeys =
  'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** The device, or the person in front of it, made none. */
export class PasskeyNotCreated extends Error {}

const make = async (options: unknown) => {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
  try {
    return (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  } catch (error) {
    throw new PasskeyNotCreated('The device made no passkey', { cause: error })
  }
}

/** Adds a passkey of this device, under a name. */
export const useAddPasskey = () =>
  useMutation({
    mutationFn: async (name: string) => {
      const credential = await make(await call(beginPasskeyRegistration))
      const response = credential.toJSON() as unknown as Record<string, unknown>
      await call(registerPasskey, { body: { response, name } })
    },
    onSuccess: () => refreshAfter(queries, registerPasskey),
  })
