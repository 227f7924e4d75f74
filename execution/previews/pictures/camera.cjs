// Inside a sandbox: opens pages of a preview in a browser and prints a picture of each, one line of JSON a picture.
// Usage: node camera.cjs BROWSER ORIGIN, with the shots as JSON on the standard input:
// [{ "path": "/", "width": 1440, "height": 900, "isPhone": false }]. The browser is spoken to by the DevTools protocol.
const { spawn } = require('node:child_process')

const [browser, origin] = process.argv.slice(2)
const loadMs = 20_000
const quietMs = 5_000
const motionMs = 4_000
const answerMs = 30_000

const flags = [
  '--headless=new',
  // The sandbox around it is the one that confines it.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-sync',
  '--mute-audio',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
  '--user-data-dir=/tmp/browser',
  '--proxy-server=http://127.0.0.1:3128',
  // Without this the names of loopback would not go through the proxy.
  '--proxy-bypass-list=<-loopback>',
  `--unsafely-treat-insecure-origin-as-secure=${origin}`,
  '--remote-debugging-pipe',
  'about:blank',
]

/** Speaks to the browser over its pipe: messages of JSON, each ended by a NUL. */
const openBrowser = () => {
  const child = spawn(browser, flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] })
  const [, , , to, from] = child.stdio
  const waiting = new Map()
  const listeners = new Set()
  let last = 0
  let text = ''
  const end = (why) => {
    for (const { reject } of waiting.values()) reject(new Error(why))
    waiting.clear()
  }
  child.once('error', (error) => end(error.message))
  child.once('exit', (code) => end(`The browser ended with ${code}`))
  to.on('error', () => {})
  from.setEncoding('utf8')
  from.on('data', (chunk) => {
    text += chunk
    for (let at = text.indexOf('\0'); at >= 0; at = text.indexOf('\0')) {
      const message = JSON.parse(text.slice(0, at))
      text = text.slice(at + 1)
      const asked = waiting.get(message.id)
      waiting.delete(message.id)
      if (asked && message.error) asked.reject(new Error(message.error.message))
      else if (asked) asked.resolve(message.result)
      else for (const listener of listeners) listener(message)
    }
  })
  const send = (method, params, sessionId) =>
    new Promise((resolve, reject) => {
      const id = ++last
      const timer = setTimeout(() => {
        waiting.delete(id)
        reject(new Error(`The browser did not answer ${method}`))
      }, answerMs)
      const done = (settle) => (value) => {
        clearTimeout(timer)
        settle(value)
      }
      waiting.set(id, { resolve: done(resolve), reject: done(reject) })
      to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  const listen = (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return { send, listen, close: () => child.kill('SIGKILL') }
}

/** Opens a page in a tab of its own, waits until it is loaded and quiet, and takes the picture of what a visitor sees first. */
const takePicture = async ({ send, listen }, { path, width, height, isPhone }) => {
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
  const tell = (method, params = {}) => send(method, params, sessionId)
  let status = 0
  let loaded
  let quiet
  const isLoaded = new Promise((resolve) => (loaded = resolve))
  const isQuiet = new Promise((resolve) => (quiet = resolve))
  let loader
  const stop = listen(({ sessionId: of, method, params }) => {
    if (of !== sessionId) return
    // A page that asks something would wait for an answer for ever.
    if (method === 'Page.javascriptDialogOpening')
      tell('Page.handleJavaScriptDialog', { accept: false }).catch(() => {})
    if (method === 'Network.responseReceived' && params.type === 'Document' && params.frameId === targetId)
      status = params.response.status
    if (method === 'Page.lifecycleEvent' && params.frameId === targetId && params.loaderId === loader) {
      if (params.name === 'load') loaded()
      if (params.name === 'networkIdle') quiet()
    }
    if (method === 'Page.frameNavigated' && params.frame.id === targetId) loader = params.frame.loaderId
  })
  try {
    await tell('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: isPhone })
    if (isPhone) await tell('Emulation.setTouchEmulationEnabled', { enabled: true })
    await tell('Page.enable')
    await tell('Network.enable')
    await tell('Page.setLifecycleEventsEnabled', { enabled: true })
    const { errorText } = await tell('Page.navigate', { url: `${origin}${path}` })
    if (errorText) return { path, width, height, failed: errorText }
    await within(loadMs, isLoaded)
    await within(quietMs, isQuiet)
    await within(
      motionMs,
      tell('Runtime.evaluate', { expression: motionEnds, awaitPromise: true }).catch(() => {}),
    )
    const { data } = await tell('Page.captureScreenshot', { format: 'webp', quality: 80 })
    return { path, width, height, status, data }
  } finally {
    stop()
    await send('Target.closeTarget', { targetId }).catch(() => {})
  }
}

/** Pages fade in. Endless motion is not awaited. */
const motionEnds = `Promise.all(document.getAnimations().map((one) =>
  one.effect.getComputedTiming().endTime === Infinity ? undefined : one.finished.catch(() => {})))`

const within = (ms, promise) => {
  let timer
  const end = new Promise((resolve) => (timer = setTimeout(resolve, ms)))
  return Promise.race([promise, end]).finally(() => clearTimeout(timer))
}

const read = async () => {
  let text = ''
  for await (const chunk of process.stdin) text += chunk
  return JSON.parse(text)
}

const main = async () => {
  const shots = await read()
  const opened = openBrowser()
  try {
    await opened.send('Browser.setDownloadBehavior', { behavior: 'deny' })
    for (const shot of shots) {
      const { path, width, height } = shot
      const failed = (error) => ({ path, width, height, failed: error.message })
      process.stdout.write(`${JSON.stringify(await takePicture(opened, shot).catch(failed))}\n`)
    }
  } finally {
    opened.close()
  }
}

main().then(
  () => process.exit(0),
  (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)
