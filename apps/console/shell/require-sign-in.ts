import { useEffect } from 'react'
import { redirect, useLocation, useNavigate } from 'react-router'
import { RefusedError } from '../../../platform/client/index.ts'
import { queries, sessionEnded } from '../api/queries.ts'

/** Runs a loader that needs a session. Without one it leads to the sign-in, which comes back to the requested page. */
export const requireSignIn = async <Result>(
  { request, signIn }: { readonly request: Request; readonly signIn: (to: string) => string },
  load: () => Promise<Result>,
): Promise<Result | Response> => {
  try {
    return await load()
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 401) throw error
    const { pathname, search } = new URL(request.url)
    return redirect(signIn(pathname.replace(/^\/console/, '') + search))
  }
}

/** Goes to the sign-in when the session ends under a page, and from there back to it. */
export const useSessionEnd = (signIn: (to: string) => string): void => {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const to = signIn(pathname + search)
  useEffect(() => {
    const leave = () => {
      queries.clear()
      void navigate(`${to}${to.includes('?') ? '&' : '?'}expired=1`)
    }
    sessionEnded.addEventListener('ended', leave)
    return () => sessionEnded.removeEventListener('ended', leave)
  }, [navigate, to])
}
