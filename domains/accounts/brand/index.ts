export { mailBrandOf } from './mail-brand.ts'
export { agencyQuery, pageBrandOf } from './page-brand.ts'
export { publishedLogo } from './store.ts'
export { publishedIdentity, type PublishedIdentity } from './published.ts'
