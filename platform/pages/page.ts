import { createHash } from 'node:crypto'

// The tokens of the console, as far as a page with a message needs them.
const tokens = `
:root {
  color-scheme: light dark;
  --paper: oklch(0.974 0.004 95); --surface: oklch(0.996 0.001 95);
  --line: oklch(0.902 0.006 95);
  --ink: oklch(0.225 0.012 75); --ink-2: oklch(0.41 0.012 75);
  --accent-text: oklch(0.455 0.2 264);
  --sans: 'Instrument Sans Variable', system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: oklch(0.19 0.006 85); --surface: oklch(0.23 0.007 85);
    --line: oklch(0.32 0.008 85);
    --ink: oklch(0.94 0.006 95); --ink-2: oklch(0.8 0.008 95);
    --accent-text: oklch(0.78 0.11 264);
    }
}`

const style = `${tokens}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--paper); color: var(--ink);
  font: 400 1rem/1.5 var(--sans); }
header, main { width: 100%; max-width: 30rem; margin-inline: auto; padding-inline: 1.25rem; }
header { display: flex; align-items: center; gap: 0.75rem; padding-block: 2rem 1.25rem; min-height: 5.25rem; }
header b { font: 600 1.0625rem/1.5 var(--sans); letter-spacing: -0.01em; overflow-wrap: anywhere; }
main > .card { display: flex; flex-direction: column; gap: 1.25rem; padding: 2rem; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
h1 { margin: 0; font: 600 1.5rem/1.25 var(--sans); letter-spacing: -0.02em; text-wrap: balance; overflow-wrap: anywhere; }
.lead { margin: -0.75rem 0 0; color: var(--ink-2); text-wrap: pretty; overflow-wrap: anywhere; }
a:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }
.plain { align-self: flex-start; min-height: 2.75rem; margin: -0.5rem 0 -0.75rem -0.5rem; padding: 0.5rem; background: none;
  color: var(--accent-text); font-weight: 500; text-align: start;
  text-decoration: none; }
.plain:hover { text-decoration: underline; text-underline-offset: 3px; }
@media (max-width: 30rem) {
  header { padding-block: 1.25rem 0.75rem; min-height: 4rem; }
  main > .card { padding: 1.5rem 1.25rem; margin-inline: -0.5rem; }
}
`

/** A page with a message and a link. */
interface PageContent {
  readonly title: string
  readonly heading: string
  readonly text: Html
  /** Links to other pages: path and label. */
  readonly links: readonly (readonly [path: string, label: string])[]
}

/** A page at an address of this server; it is recreated for each request, and reveals nothing about the visitor. */
export interface Page {
  readonly path: `/${string}`
  readonly content: () => PageContent
}

/** An address whose page has moved to a new address, which gets the parts behind `?` and `#`. */
export interface MovedPage {
  readonly path: `/${string}`
  readonly to: `/${string}`
}

/** A page that its policy's origin may frame. `params` come from its path; `accepted` is the `Accept-Language`. */
export interface FramedPage {
  readonly path: `/${string}`
  readonly framed: (
    params: Readonly<Record<string, string>>,
    accepted: string | undefined,
  ) => { readonly document: string; readonly policy: string } | undefined
}

/** The style is in the page and is allowed by its hash, and nothing else: it needs no script. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self' data:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

// Our own text, unchanged: with another blank within the tag, its hash would not allow it.
const styles: Html = { markup: `<style>${style}</style>` }

/** The document of a page, and its policy. */
export const renderPage = (content: PageContent): { readonly document: string; readonly policy: string } => ({
  document: documentOf(content).markup,
  policy,
})

const documentOf = ({ title, heading, text, links }: PageContent) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${styles}
      </head>
      <body>
        <header><b>Atelier</b></header>
        <main>
          <div class="card">
            <h1>${heading}</h1>
            <p class="lead">${text}</p>
            ${links.map(([path, label]) => html`<a class="plain" href="${path}">${label}</a>`)}
          </div>
        </main>
      </body>
    </html> `

/** Markup whose texts are escaped. */
interface Html {
  readonly markup: string
}

type Part = string | number | undefined | Html | readonly Html[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** A text as part of markup: it becomes neither a tag nor the end of an attribute. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign]!)

/** Markup from a template: inserted values are text, and become neither a tag nor the end of an attribute. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: texts.map((text, at) => text + (at < parts.length ? markupOf(parts[at]) : '')).join(''),
})

const markupOf = (part: Part): string => {
  if (part === undefined) return ''
  if (typeof part !== 'object') return escapeHtml(String(part))
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('')
}
