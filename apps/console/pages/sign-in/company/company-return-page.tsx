import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { finishCompanySignIn } from '../../../../../domains/accounts/company-sign-in/contract/sign-in.ts'
import { call } from '../../../api/client.ts'
import { queries } from '../../../api/queries.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { takeReturnPath } from '../../../parts/company/use-company-sign-in.ts'
import { Heading } from '../../../parts/text/heading.tsx'
import { useTitle } from '../../../parts/page.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { ownPath, paths } from '../../../paths.ts'
import { AlonePage } from '../../../shell/alone-page.tsx'
import { useCompanyWords } from '../../../words/company/index.ts'

/** Hands over the parameters that the company's page added, once, and continues to the person's last page. */
export const companyReturnLoader = async ({ request, params }: LoaderFunctionArgs) => {
  const to = takeReturnPath()
  const answer = Object.fromEntries(new URL(request.url).searchParams)
  try {
    await call(finishCompanySignIn, { body: { workspaceId: params.workspaceId!, answer } })
  } catch (error) {
    return { error }
  }
  queries.clear()
  return redirect(ownPath(to ?? null))
}

/** The refusal, and the ways that are left. */
export const CompanyReturnPage = () => {
  const words = useCompanyWords()
  const { error } = useLoaderData<{ readonly error: unknown }>()
  useTitle(words.failed)
  return (
    <AlonePage>
      <Heading>{words.failed}</Heading>
      <Refusal error={error} />
      <LinkButton variant="primary" isFullWidth to={paths.companySignIn()}>
        {words.again}
      </LinkButton>
      <LinkButton isFullWidth to={paths.signIn()}>
        {words.another}
      </LinkButton>
    </AlonePage>
  )
}
