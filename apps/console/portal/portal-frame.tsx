import CloudOff from 'lucide-react/icons/cloud-off'
import { Suspense, useEffect } from 'react'
import {
  Link,
  NavLink,
  Outlet,
  redirect,
  useLocation,
  useNavigate,
  useParams,
  type LoaderFunctionArgs,
} from 'react-router'
import { getPortalIdentity, listMyPortals } from '../../../domains/accounts/clients/contract.ts'
import { getMe } from '../../../domains/accounts/people/contract/me.ts'
import { Refused } from '../../../platform/client/index.ts'
import { useIsLost } from '../api/connection.ts'
import { followPortal } from '../api/follow-workspace.ts'
import { queries, sessionEnded } from '../api/queries.ts'
import { prefetch, useReply } from '../api/use-operation.ts'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { Closed } from './closed-portal-page.tsx'
import { AgencyMark, useAgency } from './parts/use-agency.tsx'
import { readPlace } from './open-portal.ts'
import { places } from './portal-paths.ts'
import { tabPlaces } from './portal-tabs.ts'
import { useBrand } from './use-brand.ts'
import { usePortalWords } from '../words/portal/index.ts'
import './portal-frame.css'

/** Lets in who is signed in; all others sign in first, at this agency, and come back to where they were going. */
export const loader = async ({ request, params }: LoaderFunctionArgs) => {
  const slug = params.slug!
  prefetch(getPortalIdentity, { params: { agencySlug: slug } })
  try {
    await readPlace(slug)
    return null
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error
    const { pathname, search } = new URL(request.url)
    return redirect(places.signIn(slug, pathname.replace(/^\/console/, '') + search))
  }
}

/** The frame of every page of a portal: the agency's name and colours, the places, and the page. */
export const Frame = () => {
  const { slug } = useParams()
  const agency = useAgency()
  const me = useReply(getMe)
  const portal = useReply(listMyPortals).find((one) => one.slug === slug)
  useBrand(agency.colors.primary)
  useSessionEnd()
  useEffect(() => {
    if (portal) followPortal(me, portal.workspaceId)
  }, [me, portal])
  if (!portal) return <Closed />
  const isOnlyClient = me.workspaces.find(({ id }) => id === portal.workspaceId)?.role === 'client'
  return (
    <div className="portal">
      <Top personName={me.name} isThere={{ projects: isOnlyClient, invoices: portal.accounts.length > 0 }} />
      <Connection />
      <main id="content">
        <div className="wrap-in">
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </div>
      </main>
    </div>
  )
}

const Connection = () => {
  const words = usePortalWords()
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
  return (
    <header className="portal-top">
      <a className="skip" href="#content">
        {words.skip}
      </a>
      <div className="wrap-in">
        <Link to={places.home(slug)} className="agency-link">
          <AgencyMark agency={agency} />
        </Link>
        <nav className="tabbar" aria-label={words.menu}>
          {tabPlaces
            .filter(({ name }) => isThere[name] ?? true)
            .map(({ name, icon: Icon, to }) => (
              <NavLink key={name} to={to(slug)} end>
                <Icon className="i" aria-hidden="true" />
                <span>{words[name]}</span>
              </NavLink>
            ))}
        </nav>
        <NavLink to={places.account(slug)} className="avatar" aria-label={words.account} title={personName}>
          {initials(personName)}
        </NavLink>
      </div>
    </header>
  )
}

/** Goes to the sign-in when the session ends under a page, and from there back to it. */
const useSessionEnd = () => {
  const navigate = useNavigate()
  const { slug } = useParams()
  const { pathname, search } = useLocation()
  useEffect(() => {
    const leave = () => {
      queries.clear()
      void navigate(`${places.signIn(slug!, pathname + search)}&expired=1`)
    }
    sessionEnded.addEventListener('ended', leave)
    return () => sessionEnded.removeEventListener('ended', leave)
  }, [navigate, slug, pathname, search])
}
