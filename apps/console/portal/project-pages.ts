import './portal.css'
import './portal-frame.css'
import './pages.css'
import { BrokenPage } from './error-page.tsx'
import { AccountPage } from './pages/account/account-page.tsx'
import { loader as projectLoader, ProjectPage } from './pages/projects/detail/portal-project-page.tsx'
import { loader as projectsLoader, ProjectsPage } from './pages/projects/list/portal-projects-page.tsx'

/** The other pages behind the start. */
export const projectPages = {
  projects: { Component: ProjectsPage, loader: projectsLoader, ErrorBoundary: BrokenPage },
  project: { Component: ProjectPage, loader: projectLoader, ErrorBoundary: BrokenPage },
  account: { Component: AccountPage, ErrorBoundary: BrokenPage },
}
