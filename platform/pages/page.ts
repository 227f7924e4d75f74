import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formsOf, isPlain, type Step } from './form.ts'
import { html, type Html } from './html.ts'
import { style } from './style.ts'

/** A page in steps, one form each, and the script that leads through them. */
export interface PageContent {
  readonly title: string
  readonly steps: readonly Step[]
  /** The step that is shown first. */
  readonly first: string
  /** The text of the page's own script; platform/pages/browser/steps.js comes before it. None on a plain page. */
  readonly script?: string
  /** What the script needs to know, as text. */
  readonly facts?: Readonly<Record<string, string>>
}

/** A page at an address of this server; it is made anew for each request, and tells nothing about who asks. */
export interface Page {
  readonly path: `/${string}`
  readonly content: () => PageContent
}

/** An address whose page has another one now, which gets what stands behind `?` and `#` along. */
export interface Moved {
  readonly path: `/${string}`
  readonly to: `/${string}`
}

let steps: string | undefined
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The document of a page and its policy: the script and style inside are allowed by their hashes, and nothing else. */
export const renderPage = (content: PageContent): { readonly document: string; readonly policy: string } => {
  steps ??= readFileSync(join(import.meta.dirname, 'browser', 'steps.js'), 'utf8')
  const script = `(() => {\n${steps}\n${content.script ?? ''}\n})()`
  const policy = [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${hash(script)}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    ...["form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'"],
  ].join('; ')
  return { document: documentOf(content, raw(style), raw(script)).markup, policy }
}

/** Our own text, which stands in a script or a style as it is. */
const raw = (text: string): Html => ({ markup: text })

/** Of a page that has a form; its script is named by its hash, so that not one blank may be added to it. */
const needsScript =
  'This page needs JavaScript: it sends what stands behind the # of your link. Allow it for this address, then load the page again.'
const scriptless = raw(`<noscript><p class="alert">${needsScript}</p></noscript>`)
const footer = raw('<footer>Check that this address is the one that you expect before you type a password.</footer>')
const scriptOf = ({ markup }: Html) => raw(`<script>${markup}</script>`)

const documentOf = ({ title, steps: all, first, facts = {} }: PageContent, styles: Html, script: Html) => {
  const known = Object.entries({ ...facts, first }).map(([key, value]) => html` data-${raw(key)}="${value}"`)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title} · Atelier</title>
<link rel="icon" href="data:,">
<style>${styles}</style>
</head>
<body${known}>
<header><b>Atelier</b></header>
<main>
${isPlain(all) ? undefined : scriptless}
${formsOf(all)}
</main>
${isPlain(all) ? undefined : [footer, scriptOf(script)]}
</body>
</html>
`
}
