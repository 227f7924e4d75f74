import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRevalidator, useRouteError } from 'react-router'
import { RefusedError } from '../../../platform/client/index.ts'
import { LinkButton } from '../parts/button.tsx'
import { Heading } from '../parts/page.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { paths } from '../paths.ts'
import { useWords } from '../words/shell/index.ts'
import { AlonePage } from './alone-page.tsx'

/** What stands in the place of a page that could not be shown. */
export const Broken = ({ isWhole = false }: { readonly isWhole?: boolean }) => {
  const error = useRouteError()
  const { reset } = useQueryErrorResetBoundary()
  const { revalidate } = useRevalidator()
  if (error instanceof RefusedError && error.status === 404) return <NotThere />
  const retry = () => {
    reset()
    void revalidate()
  }
  const shown = <Refusal error={error} onRetry={retry} />
  return isWhole ? <AlonePage>{shown}</AlonePage> : <div className="page">{shown}</div>
}

/** The same for what was removed, is somebody else's, or never was. */
export const NotThere = () => {
  const words = useWords()
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
