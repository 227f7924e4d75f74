import { lazy, Suspense, useState } from 'react'
import { getProjectTerminal } from '../../../../../../domains/code/sandboxes/contract.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { Refusal } from '../../../../parts/feedback/refusal.tsx'
import { Section } from '../../../../parts/section.tsx'
import { useProjectWords } from '../../../../words/project/index.ts'
import type { SessionEnd } from './sandbox-socket.ts'
import './terminal.css'

// The terminal is larger than any page, so its code is read when one is opened.
const TerminalScreen = lazy(() => import('./terminal-screen.tsx'))

/** A shell in the sandbox of a project. */
export const TerminalSection = ({ id }: { readonly id: string }) => {
  const words = useProjectWords().terminal
  const mint = useOperation(getProjectTerminal)
  const [end, setEnd] = useState<SessionEnd>()
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
    <Section title={words.title} text={words.text} action={mint.data && !end ? undefined : openButton}>
      <Refusal error={mint.error} />
      {end ? (
        <p className="soft" role="status">
          {/* A sentence of the server names the limit, or why the access ended. */}
          {end.how === 'exited' ? words.exited(end.text) : end.text || words.ended[end.how]}
        </p>
      ) : null}
      {mint.data ? (
        <Suspense fallback={<div className="terminal-screen" />}>
          <TerminalScreen key={mint.data.user} access={mint.data} onEnd={setEnd} />
        </Suspense>
      ) : null}
    </Section>
  )
}
