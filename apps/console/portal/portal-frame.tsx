import { Suspense, useEffect } from 'react'
import { Link, NavLink, Outlet, useLocation, useParams, type LoaderFunctionArgs } from 'react-router'
import { getPortalIdentity, listMyPortals } from '../../../domains/accounts/clients/contract.ts'
import { getMe } from '../../../domains/accounts/people/contract/me.ts'
import { prefetch, useReply } from '../api/use-operation.ts'
import { ConnectionBanner } from '../parts/feedback/connection-banner.tsx'
import { PageLoading, WaitingPage } from '../shell/error-page.tsx'
import { latePart, persistently } from '../shell/late-code.ts'
import { requireSignIn, useSessionEnd } from '../shell/require-sign-in.ts'
import { AgencyMark, useAgency } from './parts/use-agency.tsx'
import { readCurrentPortal } from './current-portal.ts'
import { portalPaths } from '../portal-paths.ts'
import { portalTabs } from './portal-tabs.ts'
import { useBrand } from './use-brand.ts'
import { usePortalWords } from '../words/portal/index.ts'
import './portal-frame.css'

// The first page is drawn before the code that follows changes is read; few people need the page of a closed portal.
const readFollowing = persistently(() => import('../api/follow-workspace.ts'))
const Closed = latePart(async () => (await import('./closed-portal-page.tsx')).Closed)

/** Lets signed-in people in; all others sign in first, at this agency, and come back to their target. */
export const loader = async ({ request, params }: LoaderFunctionArgs) => {
  const slug = params.slug!
  prefetch(getPortalIdentity, { params: { agencySlug: slug } })
  return requireSignIn({ request, signIn: (to) => portalPaths.signIn(slug, to) }, async () => {
    await readCurrentPortal(slug)
    return null
  })
}

/** The frame of every page of a portal: the agency's name and colours, the tabs, and the page. */
export const Frame = () => {
  const words = usePortalWords()
  const { slug } = useParams()
  const agency = useAgency()
  const me = useReply(getMe)
  const portal = useReply(listMyPortals).find((one) => one.slug === slug)
  useBrand(agency.colors.primary)
  useSessionEnd((to) => portalPaths.signIn(slug!, to))
  useEffect(() => {
    if (portal) void readFollowing().then(({ followPortal }) => followPortal(me, portal.workspaceId))
  }, [me, portal])
  if (!portal) {
    return (
      <Suspense>
        <Closed />
      </Suspense>
    )
  }
  const isOnlyClient = me.workspaces.find(({ id }) => id === portal.workspaceId)?.role === 'client'
  return (
    <div className="portal">
      <Top personName={me.name} isThere={{ projects: isOnlyClient, invoices: portal.accounts.length > 0 }} />
      <ConnectionBanner text={words.serverLost} />
      <main id="content">
        <div className="wrap-in">
          <Suspense fallback={<PageLoading waits={<WaitingPage {...words.pageWaits} />} />}>
            <Outlet />
          </Suspense>
        </div>
      </main>
    </div>
  )
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .flatMap((word) => Array.from(word)[0] ?? [])
    .slice(0, 2)
    .join('')
    .toUpperCase()

interface TopProps {
  readonly personName: string
  /** Places that not everybody has. */
  readonly isThere: Readonly<Record<string, boolean>>
}

const Top = ({ personName, isThere }: TopProps) => {
  const words = usePortalWords()
  const agency = useAgency()
  const { slug } = agency
  const page = useLocation()
  // The part behind /portal/northwind/.
  const section = page.pathname.split('/')[3] ?? ''
  const cameFrom: unknown = page.state
  return (
    <header className="portal-top">
      <a className="skip" href="#content">
        {words.skip}
      </a>
      <div className="wrap-in">
        <Link to={portalPaths.home(slug)} className="agency-link">
          <AgencyMark agency={agency} />
        </Link>
        <nav className="tabbar" aria-label={words.menu}>
          {portalTabs
            .filter(({ name }) => isThere[name] ?? true)
            .map(({ name, icon: Icon, to, sections }) => (
              <Link
                key={name}
                to={to(slug)}
                aria-current={
                  // The documents belong to the page that led there.
                  (section === 'documents' ? name === cameFrom : sections.includes(section)) ? 'page' : undefined
                }
              >
                <Icon className="i" aria-hidden="true" />
                <span>{words[name]}</span>
              </Link>
            ))}
        </nav>
        <NavLink to={portalPaths.account(slug)} className="avatar" title={personName}>
          <span aria-hidden="true">{initials(personName)}</span>
          <span className="sr">{words.account}</span>
        </NavLink>
      </div>
    </header>
  )
}
