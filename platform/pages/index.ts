export { html } from './html.ts'
export { type FramedPage, type MovedPage, type Page, type PageContent, renderPage } from './page.ts'
