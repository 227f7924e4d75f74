import { lazy, Suspense, useCallback, useState } from 'react'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../../domains/code/projects/contract.ts'
import { getProjectTerminal } from '../../../../../../domains/code/sandboxes/contract.ts'
import { prefetch, useOperation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../parts/button.tsx'
import { Head } from '../../../../parts/page.tsx'
import { Refusal } from '../../../../parts/refusal.tsx'
import { useProjectWords } from '../../../../words/project/index.ts'
import { ClosedSandbox } from '../closed-sandbox.tsx'
import { CodeFrame } from '../code-frame.tsx'
import type { SessionEnd } from '../sandbox-socket.ts'
import { SessionEnded } from '../session-ended.tsx'
import { SshAccess } from '../ssh-access.tsx'
import './terminal.css'

// The terminal is larger than any page, so its code is read when one is opened.
const TerminalScreen = lazy(() => import('./terminal-screen.tsx'))

export const loader = ({ params }: LoaderFunctionArgs) => prefetch(getProject, { params: { id: params.projectId! } })

export default function TerminalPage() {
  const id = useParams().projectId!
  const words = useProjectWords().terminal
  const mint = useOperation(getProjectTerminal)
  const [end, setEnd] = useState<SessionEnd>()
  const onEnd = useCallback((how: SessionEnd) => setEnd(how), [])
  const open = () => {
    setEnd(undefined)
    mint.mutate({ params: { id } })
  }
  const openButton = (
    <Button variant="primary" isPending={mint.isPending} pendingText={words.opening} onClick={open}>
      {end ? words.again : words.open}
    </Button>
  )
  return (
    <CodeFrame id={id}>
      <Head title={words.title} text={words.text} actions={end ? openButton : undefined} />
      <Refusal error={mint.error} />
      {end ? <Ended end={end} /> : null}
      {mint.data ? (
        <Suspense fallback={<div className="terminal-screen" />}>
          <TerminalScreen key={mint.data.user} access={mint.data} onEnd={onEnd} />
        </Suspense>
      ) : (
        <ClosedSandbox projectId={id} limits={words.limitsText}>
          {openButton}
        </ClosedSandbox>
      )}
      <SshAccess projectId={id} />
    </CodeFrame>
  )
}

/** A sentence of the server is shown as it is: it names the limit, or why the access ended. */
const Ended = ({ end: { how, text } }: { readonly end: SessionEnd }) => {
  const words = useProjectWords().terminal
  return <SessionEnded said={how === 'exited' ? words.exited(text) : text || words.ended[how]} />
}
