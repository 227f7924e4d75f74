import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const agencyRoutes = /^assets\/agency-routes-[^/]+\.js$/
const textFont = /^assets\/instrument-sans-latin-wght-[^/]+\.woff2$/

/** Names the file of the agency's routes to first-paint.js; nothing where the sources are served. */
const routesIn = (files: readonly string[]) => {
  const file = files.find((name) => agencyRoutes.test(name))
  return file === undefined ? {} : { 'data-routes': `/console/${file}` }
}

/**
 * Emits first-paint.js under a name with its hash, and has the page run it before anything else; and has the browser read
 * the font of the texts at once, so that no line breaks anew when it arrives.
 */
export const firstPaintPlugin = (): Plugin => {
  const source = readFileSync(join(import.meta.dirname, 'first-paint.js'), 'utf8')
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
  const fileName = `assets/first-paint-${hash}.js`
  return {
    name: 'atelier-first-paint',
    buildStart() {
      this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: (_html, { bundle = {} }) => [
      {
        tag: 'script',
        attrs: { src: `/console/${fileName}`, ...routesIn(Object.keys(bundle)) },
        injectTo: 'head-prepend',
      },
      ...Object.keys(bundle)
        .filter((name) => textFont.test(name))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/console/${name}` },
          injectTo: 'head' as const,
        })),
    ],
  }
}
