import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router'
import { RefusedError } from '../../../../../platform/client/index.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { paths } from '../../../paths.ts'
import { AlonePage } from '../../../shell/alone-page.tsx'
import { useWaysWords } from '../../../words/sign-in/index.ts'
import { EmailAction, useEmailSubject } from './email-action.tsx'
import { findLinkTarget } from './link-target.ts'
import { SignInFrame } from '../sign-in-frame.tsx'
import { SignInRefusal } from '../sign-in-refusal.tsx'

/**
 * Leads from the link of a letter to the page that it is about, in the workspace that it comes from. A person who does
 * not work there, a client without a portal, finds it on this page.
 */
export const OpenPage = () => {
  const { hash } = useLocation()
  const { data: place, error } = useQuery({
    queryKey: ['placeBehind', hash],
    queryFn: () => findLinkTarget(hash),
    staleTime: 0,
  })
  const letter = typeof place === 'object' && place !== null ? place : undefined
  const { data: thing, error: unread } = useEmailSubject(letter)
  const words = useWaysWords().letter
  const failed = error ?? (isAbsent(unread) ? null : unread)
  if (isNobody(failed)) return <Navigate to={paths.signIn(`/open${hash}`)} replace />
  if (typeof place === 'string') return <Navigate to={place} replace />
  if (letter && thing) return <EmailAction letter={letter} thing={thing} />
  if (!failed && !unread && (place === undefined || (letter && thing === undefined))) return <AlonePage />
  return (
    <SignInFrame title={failed ? words.unread : words.absent} text={failed ? null : words.absentText} isAlert>
      <SignInRefusal error={failed} />
      <LinkButton isFullWidth to={paths.signIn(`/open${hash}`)}>
        {words.another}
      </LinkButton>
    </SignInFrame>
  )
}

/** An unshared thing and a missing one look alike. */
const isAbsent = (error: unknown) => error instanceof RefusedError && (error.status === 403 || error.status === 404)

const isNobody = (error: unknown) => error instanceof RefusedError && error.status === 401
