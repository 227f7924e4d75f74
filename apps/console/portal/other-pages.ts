import './portal.css'
import './frame.css'
import './pages/pages.css'
import { Broken } from './broken.tsx'
import { AccountPage } from './pages/account.tsx'
import { DeliverablePage, loader as deliverableLoader } from './pages/deliverable.tsx'
import { DeliveredPage, loader as deliveredLoader } from './pages/delivered.tsx'
import { loader as projectLoader, ProjectPage } from './pages/project.tsx'
import { loader as projectsLoader, ProjectsPage } from './pages/projects.tsx'
import { loader as questionLoader, QuestionPage } from './pages/question.tsx'

// A letter asks with the same parts where no portal is open.
export { LetterApproval } from './pages/letter-approval.tsx'

/** The pages behind the start, in one piece; where a letter leads to one, it is read beside the frame. */
export const otherPages = {
  delivered: { Component: DeliveredPage, loader: deliveredLoader, ErrorBoundary: Broken },
  deliverable: { Component: DeliverablePage, loader: deliverableLoader, ErrorBoundary: Broken },
  question: { Component: QuestionPage, loader: questionLoader, ErrorBoundary: Broken },
  projects: { Component: ProjectsPage, loader: projectsLoader, ErrorBoundary: Broken },
  project: { Component: ProjectPage, loader: projectLoader, ErrorBoundary: Broken },
  account: { Component: AccountPage, ErrorBoundary: Broken },
}
