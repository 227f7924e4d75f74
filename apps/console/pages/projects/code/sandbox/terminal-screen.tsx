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

/** The shell of a credential. The output stays on the screen after the shell has ended. */
export default function TerminalScreen({ access, onEnd }: TerminalScreenProps) {
  const words = useProjectWords().terminal
  const element = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLButtonElement>(null)
  const session = useRef<ReturnType<typeof openSession>>(null)
  const screen = useRef<Screen>(null)
  const isTouch = useMedia('(pointer: coarse)')

  useEffect(() => {
    const opened = openScreen(element.current!)
    screen.current = opened
    const { terminal } = opened
    // Later than an effect that React runs twice while developing: a credential opens one connection.
    const opening = setTimeout(() => {
      session.current = openSession({ access, onEnd }, terminal)
    })
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
        {isTouch ? (
          <div className="line wrap grow" role="group" aria-label={words.keys}>
            {Object.entries(keys).map(([name, typed]) => (
              <Button key={name} size="small" onClick={() => press(typed)}>
                {words.key[name as keyof typeof keys]}
              </Button>
            ))}
          </div>
        ) : (
          <p className="quiet grow">{words.leave}</p>
        )}
        <Button ref={end} size="small" onClick={() => session.current?.close()}>
          {words.end}
        </Button>
      </div>
    </div>
  )
}

/** Keys that the keyboard of a phone does not have, with the bytes that a terminal sends for them. */
const keys = {
  escape: '\u001B',
  tab: '\t',
  interrupt: '\u0003',
  up: '\u001B[A',
  down: '\u001B[B',
  left: '\u001B[D',
  right: '\u001B[C',
} as const

/** Connects a terminal with the shell of a credential, which is valid only for this connection. */
const openSession = ({ access, onEnd }: TerminalScreenProps, terminal: Screen['terminal']) => {
  const socket = openSandboxSocket(terminalSocket, access)
  const send = (message: string | Uint8Array<ArrayBuffer>) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(message)
  }
  // Bytes are keys, a text is a new size.
  const type = (typed: string) => send(new TextEncoder().encode(typed))
  const resize = () => send(JSON.stringify({ columns: terminal.cols, rows: terminal.rows }))
  terminal.onData(type)
  terminal.onResize(resize)
  socket.binaryType = 'arraybuffer'
  socket.addEventListener('open', () => {
    resize()
    terminal.focus()
  })
  socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => terminal.write(new Uint8Array(data)))
  socket.addEventListener('close', ({ code, reason }) => {
    terminal.options.disableStdin = true
    onEnd({ how: closings[code] ?? 'lost', text: reason })
  })
  return { type, close: () => socket.close() }
}
