import { lazy, Suspense, useState } from 'react'
import { startProjectDesktop } from '../../../../../../domains/code/sandboxes/contract.ts'
import { desktopIn } from '../../../../../../domains/code/sandboxes/rules.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { Refusal } from '../../../../parts/feedback/refusal.tsx'
import { Section } from '../../../../parts/section.tsx'
import { useProjectWords } from '../../../../words/project/index.ts'
import { DesktopEnded } from './desktop-ended.tsx'
import type { SessionEnd } from './sandbox-socket.ts'
import './desktop.css'

// The client is larger than any page, so its code is read when a desktop is opened.
const DesktopScreen = lazy(() => import('./desktop-screen.tsx'))

/** A desktop in the sandbox of a project. */
export const DesktopSection = ({ id }: { readonly id: string }) => {
  const words = useProjectWords().desktop
  const start = useOperation(startProjectDesktop)
  const [end, setEnd] = useState<SessionEnd>()
  const { desktopUrl, reason } = start.data ?? {}
  const credential = desktopUrl === undefined ? undefined : desktopIn(new URL(desktopUrl).hash)
  const open = () => {
    setEnd(undefined)
    start.mutate({ params: { id } })
  }
  return (
    <Section
      title={words.title}
      text={words.text}
      action={
        credential && !end ? undefined : (
          <Button isPending={start.isPending} pendingText={words.opening} onClick={open}>
            {end ? words.again : words.open}
          </Button>
        )
      }
    >
      <Refusal error={start.error} />
      {reason === undefined ? null : (
        <p className="note wait" role="status">
          {reason}
        </p>
      )}
      {end ? <DesktopEnded end={end} /> : null}
      {credential && !end ? (
        <Suspense fallback={<div className="desktop-screen" />}>
          <DesktopScreen key={credential.user} credential={credential} canSteer={credential.canSteer} onEnd={setEnd} />
        </Suspense>
      ) : null}
    </Section>
  )
}
