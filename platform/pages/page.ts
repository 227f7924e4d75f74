import { createHash } from 'node:crypto'
import { html, type Html } from './html.ts'
import { style } from './style.ts'

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

/**
 * A page that another origin may frame, named in its policy. `params` come from its path, and `accepted` is the
 * `Accept-Language` of the browser; undefined if there is no such page.
 */
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
