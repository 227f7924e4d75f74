import { signOut } from '../../../domains/accounts/people/contract/sign-in.ts'
import { forgetTyped } from './typed-values.ts'
import { useOperation } from './use-operation.ts'

/** Ends the session of this browser; typed values in this tab go with it. */
export const useSignOut = (then: () => unknown) =>
  useOperation(signOut, {
    then: () => {
      forgetTyped()
      return then()
    },
  })
