import './portal.css'
import './portal-frame.css'
import './pages.css'
import { Frame, loader as frameLoader } from './portal-frame.tsx'
import { ChoosePage, loader as chooseLoader } from './pages/choose/choose-page.tsx'
import { HomePage, loader as homeLoader } from './pages/home/portal-home-page.tsx'
import { loader as signInLoader, SignInPage } from './pages/sign-in/portal-sign-in-page.tsx'
import { Broken, BrokenPortal, NotThere } from './error-page.tsx'

// Pages before it speak in the agency’s name too.
export { AgencyFrame } from './parts/agency-frame.tsx'
export { Broken }

/** The parts that every visit to the portal needs, which a phone reads in one piece: the frame and the start. */
export const pages = {
  choose: { Component: ChoosePage, loader: chooseLoader, ErrorBoundary: BrokenPortal },
  signIn: { Component: SignInPage, loader: signInLoader, ErrorBoundary: BrokenPortal },
  frame: { Component: Frame, loader: frameLoader, ErrorBoundary: BrokenPortal },
  home: { Component: HomePage, loader: homeLoader, ErrorBoundary: Broken },
  notThere: { Component: NotThere },
}
