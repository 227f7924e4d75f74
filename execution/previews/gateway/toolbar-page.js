// Runs in pages of previews, beside code that Atelier does not trust: it holds no secret, and the frame that it shows
// believes nothing that it says but the place of a pin.
const consoleOrigin = '__CONSOLE_ORIGIN__'
document.querySelector('script[src="__SCRIPT_PATH__"]')?.remove()
const frame = document.createElement('iframe')
frame.src = '__TOOLBAR_PATH__'
frame.title = 'Atelier'
frame.referrerPolicy = 'no-referrer'
const topmost = 2_147_483_647
const fixed = (element, styles) => {
  for (const [name, value] of Object.entries({ position: 'fixed', margin: 0, padding: 0, border: 0, ...styles }))
    element.style.setProperty(name, String(value), 'important')
}
// Unseen until the frame says that it is loaded: a policy of the page may forbid it.
fixed(frame, {
  display: 'block',
  visibility: 'hidden',
  right: '12px',
  bottom: '12px',
  width: '390px',
  height: '44px',
  'max-width': 'calc(100vw - 24px)',
  'max-height': 'calc(100vh - 24px)',
  'border-radius': '10px',
  'box-shadow': '0 2px 12px rgb(0 0 0 / 25%)',
  'color-scheme': 'normal',
  opacity: 1,
  'z-index': topmost,
})

const toFrame = (message) => frame.contentWindow?.postMessage(message, consoleOrigin)
let pin
const removePin = () => {
  pin?.remove()
  pin = undefined
}
const showPin = (left, top) => {
  removePin()
  pin = document.createElement('div')
  fixed(pin, {
    position: 'absolute',
    left: `${left - 9}px`,
    top: `${top - 9}px`,
    width: '18px',
    height: '18px',
    background: '#e5484d',
    'border-radius': '50%',
    'box-shadow': '0 0 0 3px #fff, 0 1px 6px rgb(0 0 0 / 50%)',
    'pointer-events': 'none',
    'z-index': topmost - 1,
  })
  document.documentElement.append(pin)
}

let sheet
const stopChoosing = () => {
  sheet?.remove()
  sheet = undefined
  window.removeEventListener('keydown', onKey, true)
}
const onKey = (event) => {
  if (event.key !== 'Escape') return
  stopChoosing()
  toFrame({ atelier: 'no-pin' })
}
const choose = () => {
  stopChoosing()
  sheet = document.createElement('div')
  fixed(sheet, { inset: 0, cursor: 'crosshair', background: 'rgb(0 0 0 / 8%)', 'z-index': topmost - 1 })
  sheet.addEventListener('click', ({ pageX, pageY }) => {
    stopChoosing()
    showPin(pageX, pageY)
    const { clientWidth, clientHeight } = document.documentElement
    toFrame({
      atelier: 'pin',
      path: location.pathname,
      left: Math.round(pageX),
      top: Math.round(pageY),
      width: Math.round(clientWidth),
      height: Math.round(clientHeight),
    })
  })
  window.addEventListener('keydown', onKey, true)
  document.documentElement.append(sheet)
}

window.addEventListener('message', ({ origin, source, data }) => {
  if (origin !== consoleOrigin || source !== frame.contentWindow || typeof data !== 'object' || data === null) return
  const { atelier, height } = data
  if (atelier === 'size' && Number.isInteger(height) && height > 0 && height <= 600) {
    fixed(frame, { height: `${height}px`, visibility: 'visible' })
  } else if (atelier === 'choose') choose()
  else if (atelier === 'clear') {
    stopChoosing()
    removePin()
  } else if (atelier === 'close') {
    stopChoosing()
    removePin()
    frame.remove()
  }
})
if (window.top === window) document.documentElement.append(frame)
