import { Link, redirect, type LoaderFunctionArgs } from 'react-router'
import { listMyPortals } from '../../../../../domains/accounts/clients/contract.ts'
import { RefusedError } from '../../../../../platform/client/index.ts'
import { whoAmI } from '../../../api/client.ts'
import { useReply } from '../../../api/use-operation.ts'
import { Heading } from '../../../parts/text/heading.tsx'
import { paths } from '../../../paths.ts'
import { readPortals } from '../../current-portal.ts'
import { portalPaths } from '../../../portal-paths.ts'
import { usePortalWords } from '../../../words/portal/index.ts'

/** Leads to the person's only portal; a person with several chooses. */
export const loader = async ({ request }: LoaderFunctionArgs) => {
  try {
    const [portals] = await Promise.all([readPortals(), whoAmI()])
    return portals.length === 1 ? redirect(portalPaths.home(portals[0]!.slug)) : null
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 401) throw error
    return redirect(paths.signIn(new URL(request.url).pathname.replace(/^\/console/, '')))
  }
}

export const ChoosePage = () => {
  const words = usePortalWords().choose
  const portals = useReply(listMyPortals)
  return (
    <main className="portal alone">
      <div>
        <Heading>{portals.length === 0 ? words.none : words.title}</Heading>
        {portals.length === 0 ? <p>{words.noneText}</p> : null}
        <ul className="panel rows">
          {portals.map(({ slug, name }) => (
            <li key={slug}>
              <Link className="item" to={portalPaths.home(slug)} dir="auto">
                <b>{name}</b>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </main>
  )
}
