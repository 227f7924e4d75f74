export { emailField, passwordField, type Step } from './form.ts'
export { html } from './html.ts'
export { type Moved, type Page, type PageContent, renderPage } from './page.ts'
