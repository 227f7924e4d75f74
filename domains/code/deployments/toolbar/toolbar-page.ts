import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { html, type FramedPage } from '../../../../platform/pages/index.ts'
import type { PreviewSite } from '../parts.ts'
import { languageOf, toolbarWords } from './words.ts'

export const toolbarFramePath = (label: string): string => `/preview-toolbar/${label}`

const sourceOf = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const style = sourceOf('toolbar-frame.css')
const script = sourceOf('toolbar-frame.js')

/** The frame of the toolbar: the only page of this server that another origin may frame, and only that preview may. */
export const toolbarPage = ({ isOn, urlOf }: Pick<PreviewSite, 'isOn' | 'urlOf'>): FramedPage => ({
  path: '/preview-toolbar/:label',
  framed: ({ label = '' }, accepted) => {
    if (!isOn || !/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) return undefined
    const { origin } = new URL(urlOf(label))
    return { document: documentFor(origin, languageOf(accepted)), policy: policyFor(origin) }
  },
})

const policyFor = (origin: string) =>
  [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `frame-ancestors ${origin}`,
  ].join('; ')

// Our own text, as the hashes of the policy know it.
const styles = { markup: `<style>${style}</style>` }
const scripts = { markup: `<script type="module">${script}</script>` }

const documentFor = (origin: string, language: keyof typeof toolbarWords) =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Atelier</title>
        ${styles}
      </head>
      <body data-origin="${origin}" data-words="${JSON.stringify(toolbarWords[language])}">
        <main></main>
        ${scripts}
      </body>
    </html> `.markup
