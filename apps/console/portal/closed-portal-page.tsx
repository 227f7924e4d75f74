import { Link } from 'react-router'
import { listMyPortals } from '../../../domains/accounts/clients/contract.ts'
import { useReply } from '../api/use-operation.ts'
import { useSignOut } from '../api/use-sign-out.ts'
import { Button } from '../parts/forms/button.tsx'
import { Heading } from '../parts/text/heading.tsx'
import { AgencyFrame } from './parts/agency-frame.tsx'
import { useAgency, usePortalTitle } from './parts/use-agency.tsx'
import { PortalError } from './parts/portal-error.tsx'
import { portalPaths } from '../portal-paths.ts'
import { usePortalWords } from '../words/portal/index.ts'

/** For a signed-in person without a place in this portal. */
export const Closed = () => {
  const words = usePortalWords()
  const agency = useAgency()
  const others = useReply(listMyPortals)
  const leave = useSignOut(() => location.assign(`/console${portalPaths.signIn(agency.slug)}`))
  usePortalTitle(words.closed.title)
  return (
    <AgencyFrame agency={agency}>
      <div>
        <Heading>{words.closed.title}</Heading>
        <p>{words.closed.text}</p>
      </div>
      {others.length === 0 ? null : (
        <section>
          <h2>{words.closed.others}</h2>
          <ul className="panel rows">
            {others.map((one) => (
              <li key={one.slug}>
                <Link className="item" to={portalPaths.home(one.slug)} dir="auto">
                  <b>{one.name}</b>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <PortalError error={leave.error} />
      <Button isFullWidth isPending={leave.isPending} onClick={() => leave.mutate({})}>
        {words.closed.another}
      </Button>
    </AgencyFrame>
  )
}
