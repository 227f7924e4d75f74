import { join } from 'node:path'
import type { WebApp } from '../../platform/http/index.ts'

/** The web console, as bin/build leaves it. */
export const webConsole: WebApp = {
  path: '/console',
  folder: join(import.meta.dirname, '../../dist/console'),
  parts: ['/portal'],
}
