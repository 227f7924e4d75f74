import { getMe, initializeMyWorkspace } from '../../../domains/accounts/people/contract/me.ts'
import { useOperation } from '../api/use-operation.ts'
import type { Me } from '../api/workspace.ts'
import { Heading, useTitle } from '../parts/page.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { useWords } from '../words/use-words.ts'
import { AlonePage } from './alone-page.tsx'

/** For who is signed in and works in no workspace. */
export const NoWorkspace = ({ me }: { readonly me: Me }) => {
  const words = useWords().noWorkspace
  const make = useOperation(initializeMyWorkspace, { refreshes: [getMe] })
  useTitle(words.title)
  const agencies = me.workspaces.map(({ name }) => name).join(', ')
  return (
    <AlonePage>
      <div>
        <Heading>{words.title}</Heading>
        <p dir="auto">{agencies === '' ? words.text : words.client(agencies)}</p>
      </div>
      <Refusal error={make.error} />
      <button type="button" className="btn primary" disabled={make.isPending} onClick={() => make.mutate({})}>
        {words.make}
      </button>
    </AlonePage>
  )
}
