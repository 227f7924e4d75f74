import { useEffect } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listDeployments, openDeployment } from '../../../../domains/code/deployments/contract.ts'
import type { Operation } from '../../../../platform/contract/operation.ts'
import { call, whoAmI } from '../../api/client.ts'
import { chosenWorkspace } from '../../api/workspace.ts'
import { Heading } from '../../parts/text/heading.tsx'
import { useTitle } from '../../parts/page.tsx'
import { paths } from '../../paths.ts'
import { headersOf, readPortals } from '../../portal/current-portal.ts'
import { AlonePage } from '../../shell/alone-page.tsx'
import { requireSignIn } from '../../shell/require-sign-in.ts'
import { useDeploymentWords } from '../../words/deployments/index.ts'

type HeadersFor = (operation: Operation) => Record<string, string>

/** The places in which a person may view deployments: the workspace that they work in, and portals. */
const placesOf = async (): Promise<HeadersFor[]> => {
  const workspace = chosenWorkspace(await whoAmI())
  const portals = await readPortals()
  const own: HeadersFor[] = workspace ? [() => ({ 'x-organization-id': workspace.id })] : []
  return [
    ...own,
    ...portals.map(
      ({ workspaceId }) =>
        (operation: Operation) =>
          headersOf(operation, workspaceId),
    ),
  ]
}

const isAt = (url: string, label: string) => new URL(url).hostname.split('.')[0] === label

/** A link to a label's preview; null if no place of the person has it. */
const linkTo = async (label: string): Promise<string | null> => {
  for (const headersFor of await placesOf()) {
    const rows = await call(listDeployments, {}, headersFor(listDeployments)).catch(() => [])
    const live = rows.find(({ url, status }) => status === 'live' && isAt(url, label))
    if (live) return (await call(openDeployment, { params: { id: live.id } }, headersFor(openDeployment))).url
  }
  return null
}

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  requireSignIn({ request, signIn: paths.signIn }, () => linkTo(params.label!))

/** Leads a signed-in person who knows the address of a preview to it. */
export default function OpenPreviewPage() {
  const words = useDeploymentWords()
  const link = useLoaderData<string | null>()
  const title = link === null ? words.notFound : words.opening
  useTitle(title)
  useEffect(() => {
    if (link !== null) location.replace(link)
  }, [link])
  return (
    <AlonePage>
      <Heading>{title}</Heading>
      {link === null ? <p>{words.notFoundText}</p> : null}
    </AlonePage>
  )
}
