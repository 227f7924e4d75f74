import { loader } from './agency.ts'
import { JoinPage, JoinPortalPage } from './join.tsx'
import { LettersPage } from './letters.tsx'
import { OpenPage } from './open.tsx'
import { ResetPasswordPage } from './reset-password.tsx'
import { SignInPage } from './sign-in.tsx'
import { SignUpPage } from './sign-up.tsx'
import { StartPage } from './start.tsx'
import { VerifyEmailPage } from './verify-email.tsx'

/** The pages of who is not inside yet, which a browser reads in one piece. */
export const ways = {
  'sign-in': { Component: SignInPage },
  'sign-up': { Component: SignUpPage },
  'verify-email': { Component: VerifyEmailPage },
  'reset-password': { Component: ResetPasswordPage, loader },
  join: { Component: JoinPage, loader },
  'join-portal': { Component: JoinPortalPage, loader },
  open: { Component: OpenPage },
  letters: { Component: LettersPage, loader },
  start: { Component: StartPage },
}
