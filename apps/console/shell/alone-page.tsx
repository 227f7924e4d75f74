import type { ReactNode } from 'react'
import './alone-page.css'

/** A page without the frame: the visitor is not signed in, or there is nothing to frame. */
export const AlonePage = ({ children }: { readonly children?: ReactNode }) => (
  <main className="alone">
    <div>
      <div className="brand">
        <span className="mark" aria-hidden="true">
          A
        </span>
        Atelier
      </div>
      {children}
    </div>
  </main>
)
