import { useLocation, useNavigate } from 'react-router'
import { setActiveWorkspace } from '../../../domains/accounts/people/contract/me.ts'
import { useOperation } from '../api/use-operation.ts'
import { useSignOut } from '../api/use-sign-out.ts'
import { workplaces, type Me, type Workspace } from '../api/workspace.ts'
import { Button } from '../parts/forms/button.tsx'
import { useCompanySignIn } from '../parts/company/use-company-sign-in.ts'
import { Heading } from '../parts/text/heading.tsx'
import { useTitle } from '../parts/page.tsx'
import { Refusal } from '../parts/feedback/refusal.tsx'
import { paths } from '../paths.ts'
import { useCompanyWords } from '../words/company/index.ts'
import { useWords } from '../words/shell/index.ts'
import { AlonePage } from './alone-page.tsx'

/** In the place of a workspace that opens only after a sign-in with the company's identity provider. */
export const CompanyGate = ({ me, workspace }: { readonly me: Me; readonly workspace: Workspace }) => {
  const words = useCompanyWords()
  const { signOut } = useWords()
  const { pathname, search } = useLocation()
  const begin = useCompanySignIn(pathname + search)
  const choose = useOperation(setActiveWorkspace, { then: () => location.assign('/console/') })
  const navigate = useNavigate()
  const leave = useSignOut(() => navigate(paths.signIn()))
  const others = workplaces(me).filter(({ isClosed }) => !isClosed)
  useTitle(words.closed)
  return (
    <AlonePage>
      <div>
        <Heading>{words.closed}</Heading>
        <p>{words.closedText(workspace.name)}</p>
      </div>
      <Refusal error={begin.error} />
      <Button
        variant="primary"
        isFullWidth
        isPending={begin.isPending}
        pendingText={words.busy}
        onClick={() => begin.mutate({ workspaceId: workspace.id })}
      >
        {words.with}
      </Button>
      {others.length > 0 ? <h2>{words.others}</h2> : null}
      {others.map(({ id, name }) => (
        <Button
          key={id}
          isFullWidth
          isPending={choose.isPending}
          onClick={() => choose.mutate({ body: { workspaceId: id } })}
        >
          {name}
        </Button>
      ))}
      <Button variant="plain" isFullWidth isPending={leave.isPending} onClick={() => leave.mutate({})}>
        {signOut}
      </Button>
    </AlonePage>
  )
}
