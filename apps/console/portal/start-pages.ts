import './portal.css'
import './portal-frame.css'
import './pages.css'
import { Frame, loader as frameLoader } from './portal-frame.tsx'
import { HomePage, loader as homeLoader } from './pages/home/portal-home-page.tsx'
import { Broken, BrokenPortal, NotThere } from './error-page.tsx'

export { Broken }

/** The parts that every visit to the portal needs, which a phone reads in one piece: the frame and the start. */
export const pages = {
  frame: { Component: Frame, loader: frameLoader, ErrorBoundary: BrokenPortal },
  home: { Component: HomePage, loader: homeLoader, ErrorBoundary: Broken },
  notThere: { Component: NotThere },
}
