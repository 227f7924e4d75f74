import './portal.css'
import './portal-frame.css'
import './pages.css'
import { BrokenPage } from './error-page.tsx'
import { DeliverablePage, loader as deliverableLoader } from './pages/delivered/detail/portal-deliverable-page.tsx'
import { DeliveredPage, loader as deliveredLoader } from './pages/delivered/list/delivered-page.tsx'

// A letter asks with the same parts if no portal is open.
export { LetterApproval } from './pages/delivered/detail/email-approval.tsx'

/** The pages to which most letters lead, read beside the frame. */
export const deliveredPages = {
  delivered: { Component: DeliveredPage, loader: deliveredLoader, ErrorBoundary: BrokenPage },
  deliverable: { Component: DeliverablePage, loader: deliverableLoader, ErrorBoundary: BrokenPage },
}
