import { signOut } from '../../../domains/accounts/people/contract/sign-in.ts'
import { forgetTyped } from './typed-values.ts'
import { useOperation } from './use-operation.ts'

/** Ends the session of this browser; what was typed in this tab goes with it. */
export const useSignOut = (then: () => unknown) =>
  useOperation(signOut, {
    then: () => {
      forgetTyped()
      return then()
    },
  })
