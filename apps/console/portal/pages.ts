import './portal.css'
import './frame.css'
import './pages/pages.css'
import { Frame, loader as frameLoader } from './frame.tsx'
import { ChoosePage, loader as chooseLoader } from './pages/choose.tsx'
import { HomePage, loader as homeLoader } from './pages/home.tsx'
import { loader as signInLoader, SignInPage } from './pages/sign-in.tsx'
import { Broken, BrokenPortal, NotThere } from './broken.tsx'

// Pages before it speak in the agency’s name too.
export { AgencyFrame } from './parts/agency-frame.tsx'

/** What every visit to the portal needs, which a phone reads in one piece: the frame and the start. */
export const pages = {
  choose: { Component: ChoosePage, loader: chooseLoader, ErrorBoundary: BrokenPortal },
  signIn: { Component: SignInPage, loader: signInLoader, ErrorBoundary: BrokenPortal },
  frame: { Component: Frame, loader: frameLoader, ErrorBoundary: BrokenPortal },
  home: { Component: HomePage, loader: homeLoader, ErrorBoundary: Broken },
  notThere: { Component: NotThere },
}
