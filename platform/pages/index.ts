export { html } from './html.ts'
export { type Moved, type Page, type PageContent, renderPage } from './page.ts'
