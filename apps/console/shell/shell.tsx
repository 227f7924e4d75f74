import { lazy, Suspense, useEffect } from 'react'
import { Outlet } from 'react-router'
import { getMe } from '../../../domains/accounts/people/contract/me.ts'
import { usePreferences } from '../api/use-preferences.ts'
import { useReply } from '../api/use-operation.ts'
import { chosenWorkspace } from '../api/workspace.ts'
import { ConnectionBanner } from '../parts/connection-banner.tsx'
import { useApprovedCycles } from '../parts/revert/approved-cycles.ts'
import { paths } from '../paths.ts'
import { enterRegion } from '../preferences.ts'
import { useWords } from '../words/shell/index.ts'
import { PageLoading } from './error-page.tsx'
import { persistently } from './late-code.ts'
import { Overlays } from './overlays.tsx'
import { useSessionEnd } from './require-sign-in.ts'
import { Side } from './sidebar.tsx'
import { TabBar } from './tab-bar.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import './shell.css'

const NoWorkspace = lazy(persistently(async () => ({ default: (await import('./no-workspace.tsx')).NoWorkspace })))
const CompanyGate = lazy(persistently(async () => ({ default: (await import('./company-gate.tsx')).CompanyGate })))
const MergeToasts = lazy(
  persistently(async () => ({ default: (await import('../parts/revert/merge-toasts.tsx')).MergeToasts })),
)

/** The frame of every page: the side bar, on small screens the bar at the bottom, and the page. */
export const Shell = () => {
  const words = useWords()
  const me = useReply(getMe)
  useSessionEnd(paths.signIn)
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
  if (workspace.isClosed) {
    return (
      <Suspense>
        <CompanyGate me={me} workspace={workspace} />
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
        <ConnectionBanner text={words.serverLost} />
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </main>
      <TabBar me={me} />
      <Overlays />
      <ApprovedMerges />
    </div>
  )
}

const ApprovedMerges = () => {
  const approved = useApprovedCycles()
  if (approved.length === 0) return null
  return (
    <Suspense>
      <MergeToasts approved={approved} />
    </Suspense>
  )
}
