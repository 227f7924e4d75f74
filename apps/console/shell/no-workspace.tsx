import { Navigate } from 'react-router'
import { initializeMyWorkspace } from '../../../domains/accounts/people/contract/me.ts'
import { useOperation } from '../api/use-operation.ts'
import type { Me } from '../api/workspace.ts'
import { Button } from '../parts/forms/button.tsx'
import { Heading } from '../parts/text/heading.tsx'
import { useTitle } from '../parts/page.tsx'
import { Refusal } from '../parts/feedback/refusal.tsx'
import { portalPaths } from '../portal-paths.ts'
import { useWords } from '../words/shell/index.ts'
import { AlonePage } from './alone-page.tsx'

/** For a signed-in person without a workspace: clients go to the portal of their agency. */
export const NoWorkspace = ({ me }: { readonly me: Me }) =>
  me.workspaces.length > 0 ? <Navigate to={portalPaths.choose} replace /> : <FirstWorkspace />

const FirstWorkspace = () => {
  const words = useWords().noWorkspace
  const make = useOperation(initializeMyWorkspace)
  useTitle(words.title)
  return (
    <AlonePage>
      <div>
        <Heading>{words.title}</Heading>
        <p>{words.text}</p>
      </div>
      <Refusal error={make.error} />
      <Button variant="primary" isPending={make.isPending} onClick={() => make.mutate({})}>
        {words.make}
      </Button>
    </AlonePage>
  )
}
