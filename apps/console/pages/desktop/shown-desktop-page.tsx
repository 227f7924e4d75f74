import { lazy, Suspense, useState } from 'react'
import { desktopIn } from '../../../../domains/code/sandboxes/rules.ts'
import { useTitle } from '../../parts/page.tsx'
import { AloneNotice } from '../../shell/alone-notice.tsx'
import { useProjectWords } from '../../words/project/index.ts'
import type { SessionEnd } from '../projects/code/sandbox/sandbox-socket.ts'
import './shown-desktop.css'
import '../projects/code/sandbox/desktop.css'

const DesktopScreen = lazy(() => import('../projects/code/sandbox/desktop-screen.tsx'))

/** A desktop for each person who has its address, whose fragment holds the credential for a single connection. */
export default function ShownDesktopPage() {
  const words = useProjectWords().desktop
  const [shown] = useState(takeFragment)
  const [end, setEnd] = useState<SessionEnd>()
  const { how, text } = end ?? expired
  const title = how === 'refused' ? words.expired : words.isOver
  useTitle(shown && !end ? words.title : title)
  if (!shown || end) {
    const why = how === 'refused' ? words.expiredText : words.ended[how]
    return <AloneNotice role="status" title={title} text={text || why} />
  }
  return (
    <main className="shown-desktop">
      <h1 className="sr">{words.title}</h1>
      <Suspense fallback={<div className="desktop-screen" />}>
        <DesktopScreen credential={shown} onEnd={setEnd} />
      </Suspense>
    </main>
  )
}

/** An address without a credential. */
const expired: SessionEnd = { how: 'refused', text: '' }

/** Read once and taken out of the address, so that no history of the browser keeps it. */
const takeFragment = () => {
  const found = desktopIn(location.hash)
  if (found) history.replaceState(history.state, '', location.pathname)
  return found
}
