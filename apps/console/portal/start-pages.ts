import './portal.css'
import './portal-frame.css'
import './pages.css'
import { Frame, loader as frameLoader } from './portal-frame.tsx'
import { BrokenPage, BrokenPortal, NotFoundPage } from './error-page.tsx'

export { BrokenPage }

/** The parts that every visit to the portal needs. */
export const pages = {
  frame: { Component: Frame, loader: frameLoader, ErrorBoundary: BrokenPortal },
  notThere: { Component: NotFoundPage },
}
