import { lazy, Suspense, useCallback, useState } from 'react'
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
    <Section title={words.title} text={words.text} action={mint.data && !end ? undefined : openButton}>
      <Refusal error={mint.error} />
      {end ? <Ended end={end} /> : null}
      {mint.data ? (
        <Suspense fallback={<div className="terminal-screen" />}>
          <TerminalScreen key={mint.data.user} access={mint.data} onEnd={onEnd} />
        </Suspense>
      ) : null}
    </Section>
  )
}

/** A sentence of the server is shown as it is: it names the limit, or why the access ended. */
const Ended = ({ end: { how, text } }: { readonly end: SessionEnd }) => {
  const words = useProjectWords().terminal
  return (
    <p className="soft" role="status">
      {how === 'exited' ? words.exited(text) : text || words.ended[how]}
    </p>
  )
}
