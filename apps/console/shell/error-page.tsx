import CloudOff from 'lucide-react/icons/cloud-off'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ReactNode } from 'react'
import { useRouteError } from 'react-router'
import { RefusedError } from '../../../platform/client/index.ts'
import { useIsLost } from '../api/connection.ts'
import { isUnreached } from '../api/unreached.ts'
import { Button, LinkButton } from '../parts/forms/button.tsx'
import { Heading } from '../parts/text/heading.tsx'
import { Refusal } from '../parts/feedback/refusal.tsx'
import { PageSkeleton } from '../parts/feedback/skeleton.tsx'
import { paths } from '../paths.ts'
import { useCoreWords } from '../words/core/index.ts'
import { AlonePage } from './alone-page.tsx'
import { useRetry } from './use-retry.ts'

/** In the place of a page that could not be shown. */
export const BrokenPage = ({ isWhole = false }: { readonly isWhole?: boolean }) => {
  const error = useRouteError()
  const retry = useRetry(error)
  if (error instanceof RefusedError && error.status === 404) return <NotFoundPage />
  const shown = isUnreached(error) ? <PageWaits onRetry={retry} /> : <Refusal error={error} onRetry={retry} />
  return isWhole ? <AlonePage>{shown}</AlonePage> : <div className="page">{shown}</div>
}

/** In the place of a page that opens as soon as the server answers. */
const PageWaits = ({ onRetry }: { readonly onRetry?: () => void }) => {
  const { title, text } = useCoreWords().pageWaits
  return <WaitingPage title={title} text={text} onRetry={onRetry} />
}

interface WaitingPageProps {
  readonly title: string
  readonly text: string
  readonly onRetry?: (() => void) | undefined
}

export const WaitingPage = ({ title, text, onRetry }: WaitingPageProps) => {
  const { tryAgain } = useCoreWords()
  return (
    <div className="stack">
      <div className="head">
        <div>
          <Heading>{title}</Heading>
          <p role="status">
            <CloudOff className="i" aria-hidden="true" /> {text}
          </p>
        </div>
      </div>
      {onRetry ? (
        <div className="line">
          <Button size="small" icon={RefreshCw} onClick={onRetry}>
            {tryAgain}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** In the place of a page whose answers have not come: its shape, or a sentence while the server does not answer. */
export const PageLoading = ({ waits }: { readonly waits?: ReactNode }) => {
  const isLost = useIsLost()
  const inFrame = (
    <div className="page">
      <PageWaits />
    </div>
  )
  return isLost ? (waits ?? inFrame) : <PageSkeleton />
}

/** The page for a thing that was removed, belongs to others, or never existed. */
export const NotFoundPage = () => {
  const words = useCoreWords()
  return (
    <div className="page">
      <div className="head">
        <div>
          <Heading>{words.notThere.title}</Heading>
          <p>{words.notThere.text}</p>
        </div>
      </div>
      <LinkButton to={paths.home}>{words.notThere.home}</LinkButton>
    </div>
  )
}
