import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const executablePath = '/usr/bin/chromium'
const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --disable-extensions'

/** Whether Debian's Chromium is here; tests in it are skipped elsewhere. */
export const hasChromium = existsSync(executablePath)
export const openChromium = (): Promise<Browser> => chromium.launch({ executablePath, args: flags.split(' ') })
