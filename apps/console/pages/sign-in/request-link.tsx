import { useState, type ReactNode } from 'react'
import { Button } from '../../parts/button.tsx'
import { useWaysWords } from '../../words/sign-in/index.ts'
import { LinkForm, type LinkOperation } from './request-link-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

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
