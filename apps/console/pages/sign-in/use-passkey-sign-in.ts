import { useMutation } from '@tanstack/react-query'
import { beginPasskeySignIn, signInWithPasskey } from '../../../../domains/accounts/people/contract/sign-in.ts'
import { call } from '../../api/client.ts'

/** Signs in with a passkey of the device. */
export const usePasskeySignIn = (onDone: () => unknown) =>
  useMutation({
    mutationFn: async () => {
      const options = await call(beginPasskeySignIn)
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
        options as unknown as PublicKeyCredentialRequestOptionsJSON,
      )
      const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
      const response = credential.toJSON() as unknown as Record<string, unknown>
      await call(signInWithPasskey, { body: { response } })
    },
    onSuccess: onDone,
  })
