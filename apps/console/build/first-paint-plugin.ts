import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { consoleRoot } from './contracts-plugin.ts'

const entryTag = /<script type="module" crossorigin src="([^"]+)" nonce="__NONCE__"><\/script>/

/**
 * Emits first-paint.js under a name with its hash, and has the page load it before anything else, with the words to read and
 * the entry to begin with, which the page itself only preloads. Scripts come behind the styles and the font, which the frame
 * waits for: on a narrow line they took it from them.
 */
export const firstPaintPlugin = (): Plugin => {
  let file: string
  return {
    name: 'atelier-first-paint',
    enforce: 'post',
    buildStart() {
      const source = readFileSync(join(import.meta.dirname, 'first-paint.js'), 'utf8')
      file = this.emitFile({ type: 'asset', name: 'first-paint.js', source })
    },
    generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('The build made no index.html')
      const words = ['en', 'de'].map((language) => {
        const module = join(consoleRoot, `words/${language}.ts`)
        const chunk = Object.values(bundle).find((one) => one.type === 'chunk' && one.facadeModuleId === module)
        if (!chunk) throw new Error(`No chunk has the words of ${language}`)
        return ` data-${language}="/console/${chunk.fileName}"`
      })
      const entry = entryTag.exec(String(page.source))?.[1]
      if (entry === undefined) throw new Error('index.html has no entry')
      const tag = `<script src="/console/${this.getFileName(file)}" data-entry="${entry}"${words.join('')}></script>`
      page.source = String(page.source)
        .replace('<meta charset="utf-8" />', `<meta charset="utf-8" />\n    ${tag}`)
        .replace(entryTag, `<link rel="modulepreload" crossorigin href="${entry}">`)
        .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
      if (!page.source.includes(tag)) throw new Error('index.html has no place for first-paint.js')
    },
  }
}
