import { lazy, Suspense, useEffect, useState, type ComponentProps } from 'react'
import { Outlet, matchPath, NavLink, useLocation } from 'react-router'
import { getMe } from '../../../domains/accounts/people/contract/me.ts'
import { usePreferences } from '../api/use-preferences.ts'
import { useReply } from '../api/use-operation.ts'
import { chosenWorkspace, type Me } from '../api/workspace.ts'
import { ConnectionBanner } from '../parts/feedback/connection-banner.tsx'
import { useApprovedCycles } from '../parts/revert/approved-cycles.ts'
import { paths } from '../paths.ts'
import { enterRegion } from '../preferences.ts'
import { useWords } from '../words/shell/index.ts'
import { PageLoading } from './error-page.tsx'
import { latePart, persistently } from './late-code.ts'
import { useSessionEnd } from './require-sign-in.ts'
import { Side } from './sidebar.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import './shell.css'
import { useKeysOpen } from './keys/open-keys.ts'
import { EarlyPalette } from './palette/early-palette.tsx'
import { usePaletteOpen, openPalette } from './palette/open-palette.ts'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Search from 'lucide-react/icons/search'
import { tabNavigation } from './navigation.ts'
import { useWaitingCounts } from './use-waiting-count.ts'
import { WaitingCount } from './waiting-count.tsx'
import { LateMenu } from './late-menu.tsx'

const readPersonMenu = persistently(async () => ({ default: (await import('./person-menu.tsx')).PersonMenu }))
const PersonMenu = lazy(readPersonMenu)

const isSearchPage = (pathname: string) => matchPath('/search', pathname) !== null

/** The places on a small screen, at the bottom edge. */
const TabBar = ({ me }: { readonly me: Me }) => {
  const words = useWords()
  const waiting = useWaitingCounts()
  const isSearch = isSearchPage(useLocation().pathname)
  return (
    <nav className="tabbar" aria-label={words.mainMenu}>
      {tabNavigation.map(({ name, icon: Icon, ...place }) => (
        <NavLink key={name} {...place}>
          <Icon className="i" aria-hidden="true" />
          <span>{words[name]}</span>
          <WaitingCount count={waiting[name]} />
        </NavLink>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={isSearch ? 'true' : undefined}
        onClick={() => openPalette()}
      >
        <Search className="i" aria-hidden="true" />
        <span>{words.palette.short}</span>
      </button>
      <LateMenu trigger={<More />} read={readPersonMenu}>
        <PersonMenu me={me} trigger={<More />} />
      </LateMenu>
    </nav>
  )
}

/** The entry for all other places; it is the marked one on their pages. */
const More = (given: ComponentProps<'button'>) => {
  const { pathname } = useLocation()
  const isElsewhere =
    !isSearchPage(pathname) && !tabNavigation.some(({ to, end = false }) => matchPath({ path: to, end }, pathname))
  return (
    <button type="button" aria-current={isElsewhere ? 'true' : undefined} {...given}>
      <Ellipsis className="i" aria-hidden="true" />
      <span>{useWords().more}</span>
    </button>
  )
}

const Palette = latePart(async () => (await import('./palette/palette.tsx')).Palette)
const KeysSheet = latePart(async () => (await import('./keys/keys-sheet.tsx')).KeysSheet)

/** Overlays of any page: the palette and the sheet of all keys. */
const Overlays = () => {
  const [paletteText, closePalette] = usePaletteOpen()
  const [keysText, closeKeys] = useKeysOpen()
  return (
    <>
      {paletteText === undefined ? null : <OpenPalette begunWith={paletteText} onClose={closePalette} />}
      {keysText === undefined ? null : (
        <Suspense>
          <KeysSheet onClose={closeKeys} />
        </Suspense>
      )}
    </>
  )
}

const OpenPalette = ({ begunWith, onClose }: { readonly begunWith: string; readonly onClose: () => void }) => {
  const [typed, setTyped] = useState(begunWith)
  return (
    <Suspense fallback={<EarlyPalette text={typed} onType={setTyped} onClose={onClose} />}>
      <Palette begunWith={typed} onClose={onClose} />
    </Suspense>
  )
}

const NoWorkspace = latePart(async () => (await import('./no-workspace.tsx')).NoWorkspace)
const CompanyGate = latePart(async () => (await import('./company-gate.tsx')).CompanyGate)
const MergeToasts = latePart(async () => (await import('../parts/revert/merge-toasts.tsx')).MergeToasts)

/** The frame of every page: the side bar, on small screens the bar at the bottom, and the page. */
export const Shell = () => {
  const words = useWords()
  const me = useReply(getMe)
  useSessionEnd(paths.signIn)
  useShortcuts()
  usePreferences()
  const workspace = chosenWorkspace(me)
  useEffect(() => enterRegion(workspace), [workspace])
  if (!workspace || workspace.isClosed) {
    return <Suspense>{workspace ? <CompanyGate me={me} workspace={workspace} /> : <NoWorkspace me={me} />}</Suspense>
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
