export { html } from './html.ts'
export { type MovedPage, type Page, type PageContent, renderPage } from './page.ts'
