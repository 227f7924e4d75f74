import { useNavigate, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { getPortalIdentity } from '../../../../../domains/accounts/clients/contract.ts'
import { queries } from '../../../api/queries.ts'
import { prefetch } from '../../../api/use-operation.ts'
import { SignInForms } from '../../../pages/sign-in/sign-in-forms.tsx'
import { Heading } from '../../../parts/text/heading.tsx'
import { AgencyFrame } from '../../parts/agency-frame.tsx'
import { useAgency, usePortalTitle } from '../../parts/use-agency.tsx'
import { PortalError } from '../../parts/portal-error.tsx'
import { ownPortalPath } from '../../../portal-paths.ts'
import { usePortalWords } from '../../../words/portal/index.ts'

export const loader = ({ params }: LoaderFunctionArgs) =>
  prefetch(getPortalIdentity, { params: { agencySlug: params.slug! } })

/** The way into one agency's portal, in its name and colours. */
export const SignInPage = () => {
  const words = usePortalWords().signIn
  const agency = useAgency()
  const { name, slug } = agency
  const [query] = useSearchParams()
  const navigate = useNavigate()
  usePortalTitle(words.title)
  const enter = () => {
    queries.clear()
    return navigate(ownPortalPath(slug, query.get('to')), { replace: true })
  }
  return (
    <AgencyFrame agency={agency}>
      <div>
        <Heading>{words.title}</Heading>
        <p dir="auto">{query.has('expired') ? words.expired : words.text(name)}</p>
      </div>
      <SignInForms words={words} agency={slug} Failure={PortalError} onDone={enter} />
    </AgencyFrame>
  )
}
