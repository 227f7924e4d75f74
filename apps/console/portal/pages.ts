import { lazy } from 'react'
import './portal.css'
import { Frame, loader as frameLoader } from './frame.tsx'
import { ChoosePage, loader as chooseLoader } from './pages/choose.tsx'
import { DeliverablePage, loader as deliverableLoader } from './pages/deliverable.tsx'
import { DeliveredPage, loader as deliveredLoader } from './pages/delivered.tsx'
import { HomePage, loader as homeLoader } from './pages/home.tsx'
import { loader as projectLoader, ProjectPage } from './pages/project.tsx'
import { loader as projectsLoader, ProjectsPage } from './pages/projects.tsx'
import { loader as questionLoader, QuestionPage } from './pages/question.tsx'
import { loader as signInLoader, SignInPage } from './pages/sign-in.tsx'
import { Broken, BrokenPortal, NotThere } from './broken.tsx'

// Pages before it speak in the agency’s name too.
export { AgencyFrame } from './parts/agency-frame.tsx'

// Few open it, and seldom.
const AccountPage = lazy(async () => ({ default: (await import('./pages/account.tsx')).AccountPage }))

/** The pages of the portal, which a phone reads in one piece. */
export const pages = {
  choose: { Component: ChoosePage, loader: chooseLoader, ErrorBoundary: BrokenPortal },
  signIn: { Component: SignInPage, loader: signInLoader, ErrorBoundary: BrokenPortal },
  frame: { Component: Frame, loader: frameLoader, ErrorBoundary: BrokenPortal },
  home: { Component: HomePage, loader: homeLoader, ErrorBoundary: Broken },
  delivered: { Component: DeliveredPage, loader: deliveredLoader, ErrorBoundary: Broken },
  deliverable: { Component: DeliverablePage, loader: deliverableLoader, ErrorBoundary: Broken },
  question: { Component: QuestionPage, loader: questionLoader, ErrorBoundary: Broken },
  projects: { Component: ProjectsPage, loader: projectsLoader, ErrorBoundary: Broken },
  project: { Component: ProjectPage, loader: projectLoader, ErrorBoundary: Broken },
  account: { Component: AccountPage, ErrorBoundary: Broken },
  notThere: { Component: NotThere },
}
