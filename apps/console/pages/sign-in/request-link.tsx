import { useState, type ReactNode } from 'react'
import { Button } from '../../parts/forms/button.tsx'
import { useWaysWords } from '../../words/sign-in/index.ts'
import { EmailField } from './account-fields.tsx'
import { SignInFrame, errorCodeOf, SignInRefusal } from './sign-in-frame.tsx'
import type { requestPasswordReset } from '../../../../domains/accounts/people/contract/sign-in.ts'
import type { sendVerificationEmail } from '../../../../domains/accounts/people/contract/sign-in/sign-ups.ts'
import { Form } from '../../parts/forms/form.tsx'
import { useForm } from '../../parts/forms/use-form.ts'

interface AskForLinkProps {
  readonly words: Readonly<Record<'askTitle' | 'askText' | 'deadText' | 'sentText', string>>
  /** The operation that sends a link; its answer is the same for any address. */
  readonly operation: typeof requestPasswordReset | typeof sendVerificationEmail
  /** Whether a used or expired link led here. */
  readonly isDead: boolean
  readonly children?: ReactNode
}

/** Asks for a letter with a link, and explains the next step. */
export const AskForLink = ({ words, operation, isDead, children }: AskForLinkProps) => {
  const { link, signIn } = useWaysWords()
  const [isSent, setSent] = useState(false)
  const form = useForm(operation, {
    saved: { email: '' },
    missing: signIn.missingEmail,
    resetsOnTyping: true,
    then: () => setSent(true),
  })
  const isNoAddress = errorCodeOf(form.error) === 'invalid_email'
  if (isSent) {
    return (
      <SignInFrame title={link.sent} text={words.sentText}>
        <Button isFullWidth onClick={() => setSent(false)}>
          {link.another}
        </Button>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame
      title={isDead ? link.dead : words.askTitle}
      text={isDead ? words.deadText : words.askText}
      isAlert={isDead}
    >
      <Form error={form.error} onSubmit={form.submit}>
        <EmailField draft={form} isNoAddress={isNoAddress} />
        <SignInRefusal error={isNoAddress ? null : form.error} />
        <Button type="submit" variant="primary" isFullWidth isPending={form.isPending} pendingText={link.sending}>
          {link.send}
        </Button>
      </Form>
      {children}
    </SignInFrame>
  )
}
