import { useEffect, useRef } from 'react'
import type { getProjectTerminal } from '../../../../../../domains/code/sandboxes/contract.ts'
import type { Reply } from '../../../../../../platform/client/index.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { useMedia } from '../../../../parts/use-media.ts'
import { useProjectWords } from '../../../../words/project/index.ts'
import { openScreen, type Screen } from './open-screen.ts'
import { type SessionEnd, closings, openSandboxSocket } from './sandbox-socket.ts'
import { terminalSocket } from '../../../../../../domains/code/sandboxes/rules.ts'

interface TerminalScreenProps {
  readonly access: Reply<typeof getProjectTerminal>
  readonly onEnd: (end: SessionEnd) => void
}

/** The shell of a credential. Its output stays on the screen after its end. */
export default function TerminalScreen({ access, onEnd }: TerminalScreenProps) {
  const words = useProjectWords().terminal
  const element = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLButtonElement>(null)
  const session = useRef<TerminalSession>(null)
  const screen = useRef<Screen>(null)
  const isTouch = useMedia('(pointer: coarse)')

  useEffect(() => {
    const opened = openScreen(element.current!)
    screen.current = opened
    const { terminal } = opened
    const sizeNow = () => ({ columns: terminal.cols, rows: terminal.rows })
    const onOpen = () => {
      session.current?.resize(sizeNow())
      terminal.focus()
    }
    const over = (how: SessionEnd) => {
      terminal.options.disableStdin = true
      onEnd(how)
    }
    // Later than an effect that React runs twice while developing: a credential opens one connection.
    const opening = setTimeout(() => {
      session.current = openSession(access, { onOpen, onPrinted: (bytes) => terminal.write(bytes), onEnd: over })
    })
    terminal.onData((typed) => session.current?.type(typed))
    terminal.onResize(() => session.current?.resize(sizeNow()))
    terminal.attachCustomKeyEventHandler(({ key, type }) => {
      if (key !== 'F6') return true
      if (type === 'keydown') end.current?.focus()
      return false
    })
    const sizes = new ResizeObserver(() => opened.fit())
    sizes.observe(element.current!)
    return () => {
      sizes.disconnect()
      clearTimeout(opening)
      session.current?.close()
      opened.close()
    }
  }, [access, onEnd])

  const press = (typed: string) => {
    session.current?.type(typed)
    screen.current?.terminal.focus()
  }
  return (
    <div className="stack">
      <div ref={element} className="terminal-screen" role="group" aria-label={words.screen} />
      <div className="line wrap">
        {isTouch ? <Keys press={press} /> : <p className="quiet grow">{words.leave}</p>}
        <Button ref={end} size="small" onClick={() => session.current?.close()}>
          {words.end}
        </Button>
      </div>
    </div>
  )
}

const keys = {
  escape: '\u001B',
  tab: '\t',
  interrupt: '\u0003',
  up: '\u001B[A',
  down: '\u001B[B',
  left: '\u001B[D',
  right: '\u001B[C',
} as const

/** Keys that the keyboard of a phone does not have. */
const Keys = ({ press }: { readonly press: (typed: string) => void }) => {
  const words = useProjectWords().terminal
  return (
    <div className="line wrap grow" role="group" aria-label={words.keys}>
      {Object.entries(keys).map(([name, typed]) => (
        <Button key={name} size="small" onClick={() => press(typed)}>
          {words.key[name as keyof typeof keys]}
        </Button>
      ))}
    </div>
  )
}

interface TerminalSession {
  type(typed: string): void
  resize(size: { readonly columns: number; readonly rows: number }): void
  close(): void
}

interface SessionEvents {
  readonly onOpen: () => void
  readonly onPrinted: (bytes: Uint8Array) => void
  readonly onEnd: (end: SessionEnd) => void
}

/** Opens the shell of a credential, which is valid only for this connection. */
const openSession = (
  credential: Pick<Reply<typeof getProjectTerminal>, 'user' | 'password'>,
  { onOpen, onPrinted, onEnd }: SessionEvents,
): TerminalSession => {
  const socket = openSandboxSocket(terminalSocket, credential)
  socket.binaryType = 'arraybuffer'
  socket.addEventListener('open', onOpen)
  socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => onPrinted(new Uint8Array(data)))
  socket.addEventListener('close', ({ code, reason }) => onEnd({ how: closings[code] ?? 'lost', text: reason }))
  const send = (said: string | Uint8Array<ArrayBuffer>) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(said)
  }
  const bytes = new TextEncoder()
  return {
    type: (typed) => send(bytes.encode(typed)),
    resize: (size) => send(JSON.stringify(size)),
    close: () => socket.close(),
  }
}
