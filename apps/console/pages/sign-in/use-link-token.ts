import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The token that a letter's link has behind `#`: empty without one, and after `forget`. It is taken out of the address
 * at once and stored with this entry of the tab's history, so that it survives a visit to the mail and a reload.
 */
export const useLinkToken = () => {
  const location = useLocation()
  const { hash, pathname, search } = location
  const navigate = useNavigate()
  useEffect(() => {
    if (hash) void navigate({ pathname, search }, { replace: true, state: { token: hash.slice(1) } })
  }, [hash, navigate, pathname, search])
  const storedToken = (location.state as { readonly token?: string } | null)?.token ?? ''
  return {
    token: hash ? hash.slice(1) : storedToken,
    forget: () => void navigate({ pathname, search }, { replace: true, state: null }),
  }
}
