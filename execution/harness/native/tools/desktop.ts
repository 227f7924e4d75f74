import { screenSize, type Screen } from '../screen.ts'
import { countField, tool, type Tool, type Workshop } from './tool.ts'

const typedMost = 4_000
const pressedMost = 10
const scrolledMost = 20
const keyForm = /^[A-Za-z0-9_]{1,40}(?:\+[A-Za-z0-9_]{1,40}){0,4}$/

const buttons = { left: '1', middle: '2', right: '3' } as const
const wheels = { up: '4', down: '5', left: '6', right: '7' } as const

// Key names of models that X does not know.
const keyNames: ReadonlyMap<string, string> = new Map([
  ['enter', 'Return'],
  ['return', 'Return'],
  ['esc', 'Escape'],
  ['escape', 'Escape'],
  ['backspace', 'BackSpace'],
  ['delete', 'Delete'],
  ['tab', 'Tab'],
  ['space', 'space'],
  ['up', 'Up'],
  ['down', 'Down'],
  ['left', 'Left'],
  ['right', 'Right'],
  ['home', 'Home'],
  ['end', 'End'],
  ['pageup', 'Page_Up'],
  ['page_up', 'Page_Up'],
  ['pagedown', 'Page_Down'],
  ['page_down', 'Page_Down'],
  ['control', 'ctrl'],
  ['cmd', 'super'],
  ['meta', 'super'],
])

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * Tools by which an agent sees a desktop and works at it; empty without a desktop. Each shows the screen afterwards.
 */
export const desktopTools = (shop: Workshop): Readonly<Record<string, Tool>> => {
  const { screen } = shop
  if (!screen) return {}
  const shown = async (work?: () => Promise<void>) => {
    await work?.()
    return show(shop, screen)
  }
  return {
    desktop_screenshot: tool(
      'See the screen of your desktop, which has a browser and a terminal. Its browser reaches the ports of processes that you started at 127.0.0.1. Every other desktop tool shows the screen too.',
      {},
      () => shown(),
    ),
    desktop_click: tool<Point & { button?: keyof typeof buttons; times?: number }>(
      'Click at a point of the screen.',
      {
        ...pointFields,
        button: { type: 'string', enum: Object.keys(buttons) },
        times: { ...countField, maximum: 3, description: '2 for a double click' },
      },
      ({ x, y, button = 'left', times = 1 }) =>
        shown(() =>
          screen.act([...moveTo({ x, y }), 'click', '--repeat', `${times}`, '--delay', '80', buttons[button]]),
        ),
    ),
    desktop_type: tool<{ text: string }>(
      'Type text where the focus is. A line break presses Return.',
      { text: { type: 'string', required: true } },
      ({ text }) => {
        if (text.length > typedMost) return `Error: At most ${typedMost} characters can be typed at once.`
        return shown(() => screen.act(['type', '--clearmodifiers', '--delay', '8', '--file', '-'], text))
      },
    ),
    desktop_press: tool<{ keys: string }>(
      'Press keys, one chord after the other with a space between: “ctrl+l”, “Tab Tab Return”. ctrl+l selects the address of the browser.',
      { keys: { type: 'string', required: true, aliases: ['key'] } },
      ({ keys }) => {
        const chords = chordsOf(keys)
        return typeof chords === 'string'
          ? `Error: ${chords}`
          : shown(() => screen.act(['key', '--clearmodifiers', ...chords]))
      },
    ),
    desktop_scroll: tool<Point & { direction: keyof typeof wheels; by?: number }>(
      'Turn the wheel at a point of the screen.',
      {
        ...pointFields,
        direction: { type: 'string', required: true, enum: Object.keys(wheels) },
        by: { ...countField, maximum: scrolledMost, description: 'Notches of the wheel; 5 unless given' },
      },
      ({ x, y, direction, by = 5 }) =>
        shown(() =>
          screen.act([...moveTo({ x, y }), 'click', '--repeat', `${by}`, '--delay', '20', wheels[direction]]),
        ),
    ),
  }
}

const pointFields = {
  x: { type: 'integer', required: true, minimum: 0, maximum: screenSize.width - 1, description: 'From the left' },
  y: { type: 'integer', required: true, minimum: 0, maximum: screenSize.height - 1, description: 'From the top' },
} as const

const moveTo = ({ x, y }: Point) => ['mousemove', `${x}`, `${y}`, 'sleep', '0.05']

/** Chords as X names them, or a sentence about an invalid chord. */
export const chordsOf = (keys: string): readonly string[] | string => {
  const chords = keys.trim().split(/\s+/)
  if (chords.length > pressedMost) return `At most ${pressedMost} chords can be pressed at once.`
  const odd = chords.find((chord) => !keyForm.test(chord))
  if (odd !== undefined) return `“${odd.slice(0, 40)}” is no key or chord. Write it as “Return” or “ctrl+shift+t”.`
  return chords.map((chord) =>
    chord
      .split('+')
      .map((key) => keyNames.get(key.toLowerCase()) ?? key)
      .join('+'),
  )
}

const show = async ({ pictures }: Workshop, screen: Screen): Promise<string> => {
  const picture = await screen.picture()
  pictures.push(picture)
  return `The screen, ${screenSize.width} × ${screenSize.height}, is shown below (${picture.mark}).`
}
