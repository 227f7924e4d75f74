import { useLocation, useNavigate } from 'react-router'
import { signInWithStartLink } from '../../../../../domains/accounts/people/contract/sign-in.ts'
import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { RefusedError } from '../../../../../platform/client/index.ts'
import { call } from '../../../api/client.ts'
import { queries } from '../../../api/queries.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button, LinkButton } from '../../../parts/forms/button.tsx'
import { Heading } from '../../../parts/text/heading.tsx'
import { useTitle } from '../../../parts/page.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { paths } from '../../../paths.ts'
import { AlonePage } from '../../../shell/alone-page.tsx'
import { useWaysWords } from '../../../words/sign-in/index.ts'

/**
 * Signs the first owner in by the link that the server printed at its start, after a press: opening the link does
 * nothing.
 */
export const StartPage = () => {
  const words = useWaysWords().start
  const token = useLocation().hash.slice(1)
  const navigate = useNavigate()
  const enter = useOperation(signInWithStartLink, {
    then: async () => {
      queries.clear()
      const isNew = (await call(listProjects)).length === 0
      // In the place of this address, which is of no use any more.
      return navigate(isNew ? paths.firstRun : paths.home, { replace: true })
    },
  })
  const isDead = token === '' || (enter.error instanceof RefusedError && enter.error.status === 401)
  useTitle(words.title)
  return (
    <AlonePage>
      <div role={isDead ? 'alert' : undefined}>
        <Heading>{isDead ? words.refused : words.title}</Heading>
        <p>{isDead ? words.refusedText : words.text}</p>
      </div>
      {isDead ? (
        <LinkButton isFullWidth to={paths.signIn()}>
          {words.password}
        </LinkButton>
      ) : (
        <>
          <Refusal error={enter.error} />
          <Button
            variant="primary"
            isFullWidth
            isPending={enter.isPending}
            pendingText={words.busy}
            onClick={() => enter.mutate({ body: { token } })}
          >
            {words.button}
          </Button>
        </>
      )}
    </AlonePage>
  )
}
