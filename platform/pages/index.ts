export { html } from './html.ts'
export { type FramedPage, type MovedPage, type Page, renderPage } from './page.ts'
