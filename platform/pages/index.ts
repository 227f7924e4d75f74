export { emailField, nameField, newPasswordField, passwordField, type Step } from './form.ts'
export { html } from './html.ts'
export { type Asked, type Page, type PageBrand, type PageContent, renderPage } from './page.ts'
