import RFB from '@novnc/novnc'
import { useEffect, useRef } from 'react'
import { desktopSocket, type DesktopCredential } from '../../../../../../domains/code/sandboxes/rules.ts'
import { Button } from '../../../../parts/button.tsx'
import { useProjectWords } from '../../../../words/project/index.ts'
import './desktop.css'

/** How a desktop ended for this viewer. `text` is a sentence of the server. */
export interface DesktopEnd {
  readonly how: 'exited' | 'refused' | 'ended' | 'failed' | 'lost'
  readonly text: string
}

const closings: Readonly<Record<number, DesktopEnd['how']>> = {
  1000: 'exited',
  // Closed from here, without a code.
  1005: 'exited',
  4401: 'refused',
  4403: 'ended',
  4500: 'failed',
}

interface DesktopScreenProps {
  readonly credential: DesktopCredential
  readonly canSteer: boolean
  readonly onEnd: (end: DesktopEnd) => void
}

/** The screen of a desktop. A credential opens one connection. */
export default function DesktopScreen({ credential, canSteer, onEnd }: DesktopScreenProps) {
  const words = useProjectWords().desktop
  const element = useRef<HTMLDivElement>(null)
  const connection = useRef<RFB>(null)
  const end = useRef<HTMLButtonElement>(null)
  const { user, password } = credential

  useEffect(() => {
    // Later than an effect that React runs twice while developing: a credential opens one connection.
    const opening = setTimeout(() => {
      connection.current = connect(element.current!, { user, password }, { canSteer, onEnd })
    })
    return () => {
      clearTimeout(opening)
      connection.current?.disconnect()
    }
  }, [user, password, canSteer, onEnd])

  // The screen takes all keys, so one leads out of it.
  const leave = (event: React.KeyboardEvent) => {
    if (event.key !== 'F6') return
    event.preventDefault()
    event.stopPropagation()
    end.current?.focus()
  }
  return (
    <div className="stack">
      <div
        ref={element}
        className="desktop-screen"
        role="group"
        aria-label={canSteer ? words.screen : words.picture}
        onKeyDownCapture={leave}
      />
      <div className="line wrap">
        <p className="quiet grow">{canSteer ? words.leave : words.watching}</p>
        <Button ref={end} size="small" onClick={() => connection.current?.disconnect()}>
          {words.end}
        </Button>
      </div>
    </div>
  )
}

const connect = (
  element: HTMLElement,
  { user, password }: DesktopCredential,
  { canSteer, onEnd }: Pick<DesktopScreenProps, 'canSteer' | 'onEnd'>,
): RFB => {
  const address = new URL(desktopSocket.path, location.href)
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(address, [desktopSocket.protocol, user, password])
  let isOpen = false
  socket.addEventListener('open', () => (isOpen = true))
  socket.addEventListener('close', ({ code, reason }) =>
    // A credential that is not good any more opens no connection, and browsers do not say why.
    onEnd({ how: closings[code] ?? (isOpen ? 'lost' : 'refused'), text: reason }),
  )
  const shown = new RFB(element, socket)
  shown.viewOnly = !canSteer
  shown.scaleViewport = true
  shown.background = 'transparent'
  shown.addEventListener('connect', () => shown.focus())
  return shown
}
