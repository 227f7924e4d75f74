import { useLocation } from 'react-router'
import { RefusedError } from '../../../../../platform/client/index.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { paths } from '../../../paths.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'

/** The refusal; if the session is too old for the action, the way to sign in again and come back. */
export const FreshSignInRefusal = ({ error }: { readonly error: unknown }) => {
  const words = useSettingsWords().security
  const { pathname } = useLocation()
  const isOld = error instanceof RefusedError && error.answered.code === 'session_not_fresh'
  return (
    <>
      <Refusal error={error} />
      {isOld ? (
        <LinkButton size="small" to={paths.signIn(pathname)}>
          {words.signInAgain}
        </LinkButton>
      ) : null}
    </>
  )
}
