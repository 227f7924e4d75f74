import { useEffect } from 'react'
import { useParams } from 'react-router'
import { getPortalIdentity } from '../../../../domains/accounts/clients/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { useReply } from '../../api/use-operation.ts'

export type Agency = Reply<typeof getPortalIdentity>

/** The agency whose portal the address names: its name, its pictures, its colours. Throws without one. */
export const useAgency = (): Agency => {
  const { slug } = useParams()
  return useReply(getPortalIdentity, { params: { agencySlug: slug! } })
}

/** Names the tab of the browser after the shown content. */
export const usePortalTitle = (...names: readonly string[]): void => {
  const title = [...names, useAgency().name].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}

const initial = (name: string) => Array.from(name.trim())[0]?.toUpperCase() ?? ''

/** The mark of the agency: only its logo, which shows its name, or its icon or first letter beside the name. */
export const AgencyMark = ({ agency: { name, logoUrl, iconUrl } }: { readonly agency: Agency }) => (
  <span className="agency">
    {logoUrl === null ? (
      <>
        {iconUrl === null ? (
          <span className="mark" aria-hidden="true">
            {initial(name)}
          </span>
        ) : (
          <img src={iconUrl} alt="" width="28" height="28" />
        )}
        <span className="cut" dir="auto">
          {name}
        </span>
      </>
    ) : (
      <img className="plate" src={logoUrl} alt={name} height="32" />
    )}
  </span>
)
