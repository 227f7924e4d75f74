import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { toolbarPath, toolbarScriptPath } from './toolbar-insert.ts'

const source = readFileSync(join(import.meta.dirname, 'toolbar-page.js'), 'utf8')

/** Sends the script that shows the toolbar in a page of a preview. It is the same for everybody and holds no secret. */
export const sendToolbarScript = (
  { method }: IncomingMessage,
  response: ServerResponse,
  consoleOrigin: string,
): void => {
  const script = source
    .replace('__CONSOLE_ORIGIN__', consoleOrigin)
    .replace('__TOOLBAR_PATH__', toolbarPath)
    .replace('__SCRIPT_PATH__', toolbarScriptPath)
  response.writeHead(200, {
    'content-type': 'text/javascript; charset=utf-8',
    'content-length': Buffer.byteLength(script),
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  response.end(method === 'HEAD' ? undefined : script)
}
