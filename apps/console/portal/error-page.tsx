import { useParams, useRouteError } from 'react-router'
import { RefusedError } from '../../../platform/client/index.ts'
import { isUnreached } from '../api/unreached.ts'
import { LinkButton } from '../parts/forms/button.tsx'
import { Heading } from '../parts/text/heading.tsx'
import { WaitingPage } from '../shell/error-page.tsx'
import { useRetry } from '../shell/use-retry.ts'
import { PortalError } from './parts/portal-error.tsx'
import { portalPaths } from '../portal-paths.ts'
import { usePortalWords } from '../words/portal/index.ts'

/** In the place of a portal page that could not be shown. */
export const BrokenPage = () => {
  const { slug } = useParams()
  return <ErrorBody home={portalPaths.home(slug!)} />
}

/** The error page for the portal as a whole. At the address of no portal, it links to the choice of portals. */
export const BrokenPortal = () => (
  <main className="portal alone">
    <ErrorBody home={portalPaths.choose} />
  </main>
)

const ErrorBody = ({ home }: { readonly home: string }) => {
  const error = useRouteError()
  const retry = useRetry(error)
  const { pageWaits } = usePortalWords()
  if (error instanceof RefusedError && error.status === 404) return <NotFoundBody home={home} />
  if (isUnreached(error)) return <WaitingPage {...pageWaits} onRetry={retry} />
  return <PortalError error={error} onRetry={retry} />
}

/** For an address that leads to no page. */
export const NotFoundPage = () => {
  const { slug } = useParams()
  return <NotFoundBody home={portalPaths.home(slug!)} />
}

/** The page for a thing that was taken back, is not shared with the person, or never was. */
const NotFoundBody = ({ home }: { readonly home: string }) => {
  const words = usePortalWords().notThere
  return (
    <div className="stack">
      <Heading>{words.title}</Heading>
      <p className="soft">{words.text}</p>
      <LinkButton to={home}>{words.home}</LinkButton>
    </div>
  )
}
