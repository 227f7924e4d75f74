import { useState } from 'react'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { requestPasswordReset, resetPassword } from '../../../../../domains/accounts/people/contract/sign-in.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { queries } from '../../../api/queries.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button, LinkButton } from '../../../parts/forms/button.tsx'
import { paths } from '../../../paths.ts'
import { useWaysWords } from '../../../words/sign-in/index.ts'
import { NewPasswordField, useShortPassword } from '../account-fields.tsx'
import { AskForLink } from '../request-link.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-form.ts'
import { useLinkToken } from '../use-link-token.ts'
import { SignInFrame, errorCodeOf, SignInRefusal } from '../sign-in-frame.tsx'

/** Chooses a password with the token of a letter; without one, or with a used token, it asks for a letter. */
export const ResetPasswordPage = () => {
  const words = useWaysWords()
  const { token, forget } = useLinkToken()
  const [done, setDone] = useState<Reply<typeof resetPassword>>()
  const [isDead, setDead] = useState(false)
  const faultOf = useShortPassword()
  const form = useFields(resetPassword, {
    saved: { newPassword: '' },
    check: ({ newPassword }) => ({ newPassword: faultOf(newPassword) }),
  })
  const reset = useOperation(resetPassword, {
    then: (reply) => {
      // It ended the session of this browser too.
      queries.clear()
      setDone(reply)
      forget()
    },
  })
  if (done) {
    const { ended, passkeys, keys } = words.reset
    const text = [ended, done.passkeysRemoved > 0 && passkeys, done.apiKeysKept > 0 && keys].filter(Boolean).join(' ')
    return (
      <SignInFrame title={words.reset.done} text={text}>
        <LinkButton variant="primary" isFullWidth to={paths.signIn()}>
          {words.signIn.button}
        </LinkButton>
      </SignInFrame>
    )
  }
  if (!token || isDead) {
    return (
      <AskForLink words={words.reset} operation={requestPasswordReset} isDead={isDead}>
        <TextLink to={paths.signIn()}>{words.reset.back}</TextLink>
      </AskForLink>
    )
  }
  const send = (newPassword: string) =>
    reset.mutate(
      { body: { token, newPassword } },
      { onError: (error) => errorCodeOf(error) === 'invalid_token' && setDead(true) },
    )
  return (
    <SignInFrame title={words.reset.title} text={words.reset.text}>
      <Form error={reset.error} onSubmit={() => form.sendTo(() => send(form.fields.newPassword))}>
        <NewPasswordField draft={form} field="newPassword" label={words.fields.newPassword} />
        <SignInRefusal error={reset.error} />
        <Button type="submit" variant="primary" isFullWidth isPending={reset.isPending} pendingText={words.reset.busy}>
          {words.reset.button}
        </Button>
      </Form>
    </SignInFrame>
  )
}
