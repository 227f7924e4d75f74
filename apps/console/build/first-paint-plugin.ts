import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Emits first-paint.js under a name with its hash, and has the page run it before anything else. */
export const firstPaintPlugin = (): Plugin => {
  const source = readFileSync(join(import.meta.dirname, 'first-paint.js'), 'utf8')
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
  const fileName = `assets/first-paint-${hash}.js`
  return {
    name: 'atelier-first-paint',
    buildStart() {
      this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: () => [
      {
        tag: 'script',
        attrs: { src: `/console/${fileName}` },
        injectTo: 'head-prepend',
      },
    ],
  }
}
