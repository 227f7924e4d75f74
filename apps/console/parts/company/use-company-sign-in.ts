import { useMutation } from '@tanstack/react-query'
import { beginCompanySignIn } from '../../../../domains/accounts/company-sign-in/contract/sign-in.ts'
import { call } from '../../api/client.ts'

const key = 'atelier.company.to'

/** Where the person was on their way to when they left for the company's page; it is forgotten once read. */
export const takeReturnPath = (): string | undefined => {
  const path = sessionStorage.getItem(key) ?? undefined
  sessionStorage.removeItem(key)
  return path
}

/** Leaves for the company's page to sign in, by an address or for a workspace of the session. */
export const useCompanySignIn = (to: string) =>
  useMutation({
    mutationFn: async (asked: { readonly email?: string; readonly workspaceId?: string }) => {
      const { url } = await call(beginCompanySignIn, { body: asked })
      sessionStorage.setItem(key, to)
      location.assign(url)
    },
  })
