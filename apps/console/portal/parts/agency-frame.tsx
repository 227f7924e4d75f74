import type { ReactNode } from 'react'
import { useBrand } from '../use-brand.ts'
import { AgencyMark, type Agency } from './use-agency.tsx'

/** A page without a frame of its own, in the name and the colour of an agency. */
export const AgencyFrame = ({ agency, children }: { readonly agency: Agency; readonly children: ReactNode }) => {
  useBrand(agency.colors.primary)
  return (
    <main className="portal alone">
      <div>
        <AgencyMark agency={agency} />
        {children}
      </div>
    </main>
  )
}
