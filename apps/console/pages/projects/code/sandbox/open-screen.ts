import { FitAddon } from '@xterm/addon-fit'
import { Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'

export type Screen = ReturnType<typeof openScreen>

/** Shows a terminal in an element, in the colours of the page; `fit` resizes it to the size of the element. */
export const openScreen = (element: HTMLElement) => {
  const terminal = new Terminal({
    fontFamily: tokenOf('--mono'),
    fontSize: 13,
    scrollback: 5_000,
    minimumContrastRatio: 4.5,
    screenReaderMode: true,
    theme: coloursNow(),
  })
  const fitting = new FitAddon()
  terminal.loadAddon(fitting)
  withNonce(() => terminal.open(element))
  fitting.fit()
  const themes = new MutationObserver(() => {
    terminal.options.theme = coloursNow()
  })
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  const close = () => {
    themes.disconnect()
    terminal.dispose()
  }
  return { terminal, fit: () => fitting.fit(), close }
}

const tokenOf = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

const coloursNow = () => ({
  background: tokenOf('--sunken'),
  foreground: tokenOf('--ink'),
  cursor: tokenOf('--ink'),
  cursorAccent: tokenOf('--sunken'),
  selectionBackground: tokenOf('--accent-line'),
})

const name = 'createElement'
type Make = (tag: string, options?: ElementCreationOptions) => HTMLElement

// xterm makes style elements without the nonce that the page's content policy demands, and has no option for it.
const withNonce = (open: () => void) => {
  const { nonce } = document.querySelector<HTMLElement>('meta[property="csp-nonce"]') ?? {}
  const make: Make = Reflect.get<Document, typeof name>(document, name)
  const value: Make = (tag, options) => {
    const element = make.call(document, tag, options)
    if (tag === 'style' && nonce !== undefined) element.nonce = nonce
    return element
  }
  Object.defineProperty(document, name, { configurable: true, value })
  try {
    open()
  } finally {
    Reflect.deleteProperty(document, name)
  }
}
