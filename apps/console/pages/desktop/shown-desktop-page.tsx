import { lazy, Suspense, useCallback, useState } from 'react'
import { desktopIn } from '../../../../domains/code/sandboxes/rules.ts'
import { Heading } from '../../parts/text/heading.tsx'
import { useTitle } from '../../parts/page.tsx'
import { AlonePage } from '../../shell/alone-page.tsx'
import { useProjectWords } from '../../words/project/index.ts'
import { DesktopEnded } from '../projects/code/sandbox/desktop-ended.tsx'
import type { SessionEnd } from '../projects/code/sandbox/sandbox-socket.ts'
import './shown-desktop.css'
import '../projects/code/sandbox/desktop.css'

const DesktopScreen = lazy(() => import('../projects/code/sandbox/desktop-screen.tsx'))

/** A desktop for each person who has its address, whose fragment holds the credential for a single connection. */
export default function ShownDesktopPage() {
  const words = useProjectWords().desktop
  useTitle(words.title)
  const [shown] = useState(takeFragment)
  const [end, setEnd] = useState<SessionEnd>()
  const onEnd = useCallback((how: SessionEnd) => setEnd(how), [])
  if (!shown || end)
    return (
      <AlonePage>
        <Heading>{words.title}</Heading>
        <DesktopEnded end={end ?? { how: 'refused', text: '' }} />
      </AlonePage>
    )
  return (
    <main className="shown-desktop">
      <h1 className="sr">{words.title}</h1>
      <Suspense fallback={<div className="desktop-screen" />}>
        <DesktopScreen credential={shown} canSteer={shown.canSteer} onEnd={onEnd} />
      </Suspense>
    </main>
  )
}

/** Read once and taken out of the address, so that no history of the browser keeps it. */
const takeFragment = () => {
  const found = desktopIn(location.hash)
  if (found) history.replaceState(history.state, '', location.pathname)
  return found
}
