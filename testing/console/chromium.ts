import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'
import { hungAfterMs } from '../runner/hang-timeout.ts'

/** Chromium without the windows of a browser, where a page costs a fifth; else the whole one. */
export const browsers = ['/usr/lib/chromium/chromium-headless-shell', '/usr/bin/chromium'] as const
const executablePath = browsers.find((path) => existsSync(path))
const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --disable-extensions'

/** Whether Debian's Chromium is here; tests in it are skipped elsewhere. */
export const hasChromium = executablePath !== undefined
/** Each of its contexts waits as long as all tests do. */
export const openChromium = async (): Promise<Browser> => {
  const browser = await chromium.launch({ executablePath, args: flags.split(' ') })
  return browser.on('context', (context) => context.setDefaultTimeout(hungAfterMs))
}
