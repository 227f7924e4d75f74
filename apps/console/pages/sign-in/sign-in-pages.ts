import { loader } from './use-agency.ts'
import { CompanyReturnPage, companyReturnLoader } from './company/company-return-page.tsx'
import { CompanySignInPage } from './company/company-sign-in-page.tsx'
import { JoinPage, JoinPortalPage } from './join/join-page.tsx'
import { LettersPage } from './letters/letters-page.tsx'
import { OpenPage } from './open/open-page.tsx'
import { ResetPasswordPage } from './reset-password/reset-password-page.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { SignUpPage } from './sign-up/sign-up-page.tsx'
import { StartPage } from './start/start-page.tsx'
import { VerifyEmailPage } from './verify-email/verify-email-page.tsx'

/** The pages before sign-in, which a browser reads in one piece. */
export const signInPages = {
  'sign-in': { Component: SignInPage },
  'sign-in/company': { Component: CompanySignInPage },
  'company/:workspaceId': { Component: CompanyReturnPage, loader: companyReturnLoader },
  'sign-up': { Component: SignUpPage },
  'verify-email': { Component: VerifyEmailPage },
  'reset-password': { Component: ResetPasswordPage, loader },
  join: { Component: JoinPage, loader },
  'join-portal': { Component: JoinPortalPage, loader },
  open: { Component: OpenPage },
  letters: { Component: LettersPage, loader },
  start: { Component: StartPage },
}
