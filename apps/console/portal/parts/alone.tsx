import type { ReactNode } from 'react'
import { useBrand } from '../use-brand.ts'
import { AgencyMark, useAgency } from './agency.tsx'

/** A page of the portal without its frame: nobody is signed in, or it is not open to the person. */
export const AlonePage = ({ children }: { readonly children: ReactNode }) => {
  const agency = useAgency()
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
