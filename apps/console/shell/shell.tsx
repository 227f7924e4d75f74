import CloudOff from 'lucide-react/icons/cloud-off'
import { lazy, Suspense, useEffect } from 'react'
import { Outlet, redirect, useLocation, useNavigate, type LoaderFunctionArgs } from 'react-router'
import { Refused } from '../../../platform/client/index.ts'
import { getMe } from '../../../domains/accounts/people/contract/me.ts'
import { whoAmI } from '../api/client.ts'
import { usePreferences } from '../api/use-choose.ts'
import { useIsLost } from '../api/connection.ts'
import { followWorkspace } from '../api/follow-workspace.ts'
import { queries, sessionEnded } from '../api/queries.ts'
import { useReply } from '../api/use-operation.ts'
import { chosenWorkspace } from '../api/workspace.ts'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { paths } from '../paths.ts'
import { enterRegion } from '../preferences.ts'
import { useWords } from '../words/shell/index.ts'
import { usePaletteOpen } from './palette/open-palette.ts'
import { Side } from './sidebar.tsx'
import { TabBar } from './tab-bar.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import './shell.css'

const NoWorkspace = lazy(async () => ({ default: (await import('./no-workspace.tsx')).NoWorkspace }))
const Palette = lazy(async () => ({ default: (await import('./palette/palette.tsx')).Palette }))

/** Lets in who is signed in; all others sign in first and come back to where they were on their way to. */
export const loader = async ({ request }: LoaderFunctionArgs) => {
  try {
    const me = await whoAmI()
    followWorkspace(me)
    return me
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error
    const { pathname, search } = new URL(request.url)
    return redirect(paths.signIn(pathname.replace(/^\/console/, '') + search))
  }
}

/** The frame of every page: the side bar, on small screens the bar at the bottom, and the page. */
export const Shell = () => {
  const words = useWords()
  const me = useReply(getMe)
  useSessionEnd()
  useShortcuts()
  usePreferences()
  const workspace = chosenWorkspace(me)
  useEffect(() => enterRegion(workspace), [workspace])
  if (!workspace) {
    return (
      <Suspense>
        <NoWorkspace me={me} />
      </Suspense>
    )
  }
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {words.skip}
      </a>
      <Side me={me} workspace={workspace} />
      <main id="content">
        <Connection />
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </main>
      <TabBar me={me} />
      <OpenPalette />
    </div>
  )
}

const OpenPalette = () => {
  const [isOpen, close] = usePaletteOpen()
  if (!isOpen) return null
  return (
    <Suspense>
      <Palette onClose={close} />
    </Suspense>
  )
}

/** Goes to the sign-in when the session ends under a page, and from there back to it. */
const useSessionEnd = () => {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    const leave = () => {
      queries.clear()
      void navigate(`${paths.signIn(pathname + search)}${pathname === '/' ? '?' : '&'}expired=1`)
    }
    sessionEnded.addEventListener('ended', leave)
    return () => sessionEnded.removeEventListener('ended', leave)
  }, [navigate, pathname, search])
}

const Connection = () => {
  const words = useWords()
  const isLost = useIsLost()
  return (
    <div role="status">
      {isLost ? (
        <div className="banner">
          <CloudOff className="i" aria-hidden="true" />
          {words.serverLost}
        </div>
      ) : null}
    </div>
  )
}
