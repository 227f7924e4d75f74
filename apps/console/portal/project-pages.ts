import './portal.css'
import './portal-frame.css'
import './pages.css'
import { Broken } from './error-page.tsx'
import { AccountPage } from './pages/account/account-page.tsx'
import { DeliverablePage, loader as deliverableLoader } from './pages/delivered/detail/portal-deliverable-page.tsx'
import { DeliveredPage, loader as deliveredLoader } from './pages/delivered/list/delivered-page.tsx'
import { loader as projectLoader, ProjectPage } from './pages/projects/detail/portal-project-page.tsx'
import { loader as projectsLoader, ProjectsPage } from './pages/projects/list/portal-projects-page.tsx'
import { loader as questionLoader, QuestionPage } from './pages/questions/question-page.tsx'

// A letter asks with the same parts where no portal is open.
export { LetterApproval } from './pages/delivered/detail/email-approval.tsx'

/** The pages behind the start, in one piece; where a letter leads to one, it is read beside the frame. */
export const otherPages = {
  delivered: { Component: DeliveredPage, loader: deliveredLoader, ErrorBoundary: Broken },
  deliverable: { Component: DeliverablePage, loader: deliverableLoader, ErrorBoundary: Broken },
  question: { Component: QuestionPage, loader: questionLoader, ErrorBoundary: Broken },
  projects: { Component: ProjectsPage, loader: projectsLoader, ErrorBoundary: Broken },
  project: { Component: ProjectPage, loader: projectLoader, ErrorBoundary: Broken },
  account: { Component: AccountPage, ErrorBoundary: Broken },
}
