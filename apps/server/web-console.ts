import { join } from 'node:path'
import type { WebApp } from '../../platform/http/index.ts'

/** The web console, as apps/console/build/main.ts leaves it. */
export const webConsole: WebApp = {
  path: '/console',
  folder: join(import.meta.dirname, '../../node_modules/.atelier-console'),
}
