import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { getPortalIdentity } from '../../../../domains/accounts/clients/contract.ts'
import { queries } from '../../api/queries.ts'
import { query } from '../../api/use-operation.ts'
import type { Agency } from '../../portal/parts/use-agency.tsx'

/** Reads in whose name the page speaks: that of the portal which the link names, if it is open. */
export const loader = async ({ request }: LoaderFunctionArgs): Promise<Agency | null> => {
  const agencySlug = new URL(request.url).searchParams.get('agency')
  if (!agencySlug) return null
  // Without an answer the page speaks in the product's own name.
  return queries.query(query(getPortalIdentity, { params: { agencySlug } })).catch(() => null)
}

/** The agency in whose name the page speaks; null for the product itself. */
export const useAgency = (): Agency | null => useLoaderData<Agency | null | undefined>() ?? null
