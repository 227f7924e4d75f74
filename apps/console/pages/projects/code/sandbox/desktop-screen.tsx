import RFB from '@novnc/novnc'
import { useEffect, useRef } from 'react'
import { desktopSocket, type desktopIn } from '../../../../../../domains/code/sandboxes/rules.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { useProjectWords } from '../../../../words/project/index.ts'
import { closings, openSandboxSocket, type SessionEnd } from './sandbox-socket.ts'
import './desktop.css'

interface DesktopScreenProps {
  readonly credential: NonNullable<ReturnType<typeof desktopIn>>
  readonly onEnd: (end: SessionEnd) => void
}

/** The screen of a desktop. A credential opens one connection. */
export default function DesktopScreen({ credential, onEnd }: DesktopScreenProps) {
  const words = useProjectWords().desktop
  const element = useRef<HTMLDivElement>(null)
  const connection = useRef<RFB>(null)
  const end = useRef<HTMLButtonElement>(null)
  const { user, password, canSteer } = credential
  useEffect(() => {
    // Later than an effect that React runs twice while developing: a credential opens one connection.
    const opening = setTimeout(() => {
      connection.current = connect(element.current!, { credential: { user, password, canSteer }, onEnd })
    })
    return () => {
      clearTimeout(opening)
      connection.current?.disconnect()
    }
  }, [user, password, canSteer, onEnd])

  // The screen receives all keys, so F6 leads out of it.
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

/** The code that a browser reports for a close without a code. Source: RFC 6455, section 7.4.1. */
const closedFromHere = 1005

const connect = (element: HTMLElement, { credential, onEnd }: DesktopScreenProps): RFB => {
  const socket = openSandboxSocket(desktopSocket, credential)
  let isOpen = false
  socket.addEventListener('open', () => (isOpen = true))
  const howEnded = (code: number): SessionEnd['how'] => {
    if (code === closedFromHere) return 'exited'
    // A credential that is no longer valid opens no connection, and browsers do not report why.
    return closings[code] ?? (isOpen ? 'lost' : 'refused')
  }
  socket.addEventListener('close', ({ code, reason }) => onEnd({ how: howEnded(code), text: reason }))
  const screen = new RFB(element, socket)
  screen.viewOnly = !credential.canSteer
  screen.scaleViewport = true
  screen.background = 'transparent'
  screen.addEventListener('connect', () => screen.focus())
  return screen
}
