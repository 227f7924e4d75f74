import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

interface LinkToken {
  /** Empty if the address had none, or after `forget`. */
  readonly token: string
  readonly forget: () => void
}

/**
 * The token that a letter's link has behind `#`. It is taken out of the address at once and kept with this entry of the
 * tab's history, so that it survives a visit to the mail and a reload.
 */
export const useLinkToken = (): LinkToken => {
  const location = useLocation()
  const { hash, pathname, search } = location
  const navigate = useNavigate()
  useEffect(() => {
    if (hash) void navigate({ pathname, search }, { replace: true, state: { token: hash.slice(1) } })
  }, [hash, navigate, pathname, search])
  const kept = (location.state as { readonly token?: string } | null)?.token ?? ''
  return {
    token: hash ? hash.slice(1) : kept,
    forget: () => void navigate({ pathname, search }, { replace: true, state: null }),
  }
}
