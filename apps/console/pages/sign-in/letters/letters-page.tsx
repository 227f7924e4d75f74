import { switchOffLetters } from '../../../../../domains/accounts/people/contract/letters.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { useWaysWords } from '../../../words/sign-in/index.ts'
import { useLinkToken } from '../use-link-token.ts'
import { SignInFrame, errorCodeOf, SignInRefusal } from '../sign-in-frame.tsx'

/** Switches letters off with the token from one, after a press: mail programs open links automatically. */
export const LettersPage = () => {
  const { letters: words, link } = useWaysWords()
  const { token, forget } = useLinkToken()
  const off = useOperation(switchOffLetters, { then: forget })
  if (off.isSuccess) return <SignInFrame title={words.done} text={words.doneText} />
  if (errorCodeOf(off.error) === 'letter_token_not_found')
    return <SignInFrame title={link.dead} text={words.deadText} isAlert />
  if (!token) return <SignInFrame title={link.notWhole} text={words.notWholeText} isAlert />
  return (
    <SignInFrame title={words.title} text={words.text}>
      <SignInRefusal error={off.error} />
      <Button
        variant="primary"
        isFullWidth
        isPending={off.isPending}
        pendingText={words.busy}
        onClick={() => off.mutate({ params: { token } })}
      >
        {words.button}
      </Button>
    </SignInFrame>
  )
}
