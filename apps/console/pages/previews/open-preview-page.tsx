import { useEffect } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listDeployments, openDeployment } from '../../../../domains/code/deployments/contract.ts'
import type { Operation } from '../../../../platform/contract/operation.ts'
import { call, whoAmI } from '../../api/client.ts'
import { chosenWorkspace } from '../../api/workspace.ts'
import { Heading } from '../../parts/text/heading.tsx'
import { useTitle } from '../../parts/page.tsx'
import { paths, previewPath } from '../../paths.ts'
import { headersOf, readPortals } from '../../portal/current-portal.ts'
import { AloneNotice } from '../../shell/alone-notice.tsx'
import { AlonePage } from '../../shell/alone-page.tsx'
import { requireSignIn } from '../../shell/require-sign-in.ts'
import { useDeploymentWords } from '../../words/deployments/index.ts'

/** A link to the preview of a label, in the workspace that a person works in or in a portal; null without a preview. */
const linkTo = async (label: string): Promise<string | null> => {
  const workspace = chosenWorkspace(await whoAmI())
  const headersFor = [
    ...(workspace ? [() => ({ 'x-organization-id': workspace.id })] : []),
    ...(await readPortals()).map(
      ({ workspaceId }) =>
        (operation: Operation) =>
          headersOf(operation, workspaceId),
    ),
  ]
  for (const headers of headersFor) {
    const rows = await call(listDeployments, {}, headers(listDeployments)).catch(() => [])
    const live = rows.find(({ url, status }) => status === 'live' && previewPath(url) === `/previews/${label}`)
    if (live) return (await call(openDeployment, { params: { id: live.id } }, headers(openDeployment))).url
  }
  return null
}

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  requireSignIn({ request, signIn: paths.signIn }, () => linkTo(params.label!))

/** Leads a signed-in person who knows the address of a preview to it. */
export default function OpenPreviewPage() {
  const words = useDeploymentWords()
  const link = useLoaderData<string | null>()
  useTitle(link === null ? words.notFound : words.opening)
  useEffect(() => {
    if (link !== null) location.replace(link)
  }, [link])
  if (link === null) return <AloneNotice title={words.notFound} text={words.notFoundText} />
  return (
    <AlonePage>
      <Heading>{words.opening}</Heading>
    </AlonePage>
  )
}
