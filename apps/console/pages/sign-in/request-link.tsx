import { useState, type ReactNode } from 'react'
import { Button } from '../../parts/forms/button.tsx'
import { useWaysWords } from '../../words/sign-in/index.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import type { requestPasswordReset } from '../../../../domains/accounts/people/contract/sign-in.ts'
import type { sendVerificationEmail } from '../../../../domains/accounts/people/contract/sign-in/sign-ups.ts'
import { errorCodeOf } from './error-code.ts'
import { EmailField } from './email-field.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { useForm } from '../../parts/forms/use-form.ts'
import { SignInRefusal } from './sign-in-refusal.tsx'

interface AskForLinkProps {
  readonly words: Readonly<Record<'askTitle' | 'askText' | 'deadText' | 'sentText', string>>
  readonly operation: LinkOperation
  /** Whether a link led here that is used up. */
  readonly isDead: boolean
  readonly children?: ReactNode
}

/** Asks for a letter with a link, and explains the next step. */
export const AskForLink = ({ words, operation, isDead, children }: AskForLinkProps) => {
  const { link } = useWaysWords()
  const [isSent, setSent] = useState(false)
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
      <LinkForm operation={operation} onSent={() => setSent(true)} />
      {children}
    </SignInFrame>
  )
}

/** The operation that sends a link; its answer is the same for any address. */
type LinkOperation = typeof requestPasswordReset | typeof sendVerificationEmail

/** Asks for a link by mail. */
const LinkForm = ({ operation, onSent }: { readonly operation: LinkOperation; readonly onSent: () => void }) => {
  const { link: words, signIn } = useWaysWords()
  const form = useForm(operation, {
    saved: { email: '' },
    missing: signIn.missingEmail,
    resetsOnTyping: true,
    then: onSent,
  })
  const isNoAddress = errorCodeOf(form.error) === 'invalid_email'
  return (
    <Form error={form.error} onSubmit={form.submit}>
      <EmailField draft={form} isNoAddress={isNoAddress} />
      <SignInRefusal error={isNoAddress ? null : form.error} />
      <Button type="submit" variant="primary" isFullWidth isPending={form.isPending} pendingText={words.sending}>
        {words.send}
      </Button>
    </Form>
  )
}
