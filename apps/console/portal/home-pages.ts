import './portal.css'
import './portal-frame.css'
import './pages.css'
import { BrokenPage } from './error-page.tsx'
import { HomePage, loader as homeLoader } from './pages/home/portal-home-page.tsx'

/** The start, read beside the frame. */
export const homePages = { home: { Component: HomePage, loader: homeLoader, ErrorBoundary: BrokenPage } }
