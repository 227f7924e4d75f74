import './portal.css'
import './portal-frame.css'
import './pages.css'
import { ChoosePage, loader as chooseLoader } from './pages/choose/choose-page.tsx'
import { loader as signInLoader, SignInPage } from './pages/sign-in/portal-sign-in-page.tsx'
import { BrokenPortal } from './error-page.tsx'

// Pages before it speak in the agency’s name too.
export { AgencyFrame } from './parts/agency-frame.tsx'

/** The pages before a portal is open to the person. */
export const wayInPages = {
  choose: { Component: ChoosePage, loader: chooseLoader, ErrorBoundary: BrokenPortal },
  signIn: { Component: SignInPage, loader: signInLoader, ErrorBoundary: BrokenPortal },
}
