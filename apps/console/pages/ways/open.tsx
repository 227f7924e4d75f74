import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useLocation } from 'react-router'
import { Refused } from '../../../../platform/client/index.ts'
import { Heading, useTitle } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { paths } from '../../paths.ts'
import { AlonePage } from '../../shell/alone-page.tsx'
import { useWaysWords } from '../../words/ways/use-words.ts'
import { placeBehind } from './place-behind.ts'

/** Leads from the link of a letter to the page that it is about, in the workspace that it comes from. */
export const OpenPage = () => {
  const { hash } = useLocation()
  const { data: place, error } = useQuery({
    queryKey: ['placeBehind', hash],
    queryFn: () => placeBehind(hash),
    staleTime: 0,
  })
  const words = useWaysWords().letter
  useTitle(words.absent)
  if (place === undefined && !error) return <AlonePage />
  if (place) return <Navigate to={place} replace />
  if (isNobody(error)) return <Navigate to={paths.signIn(`/open${hash}`)} replace />
  return (
    <AlonePage>
      {error ? (
        <Refusal error={error} />
      ) : (
        <div>
          <Heading>{words.absent}</Heading>
          <p>{words.absentText}</p>
        </div>
      )}
      <Link className="btn" to={paths.signIn(`/open${hash}`)}>
        {words.another}
      </Link>
    </AlonePage>
  )
}

const isNobody = (error: unknown) => error instanceof Refused && error.status === 401
