export { mailBrandOf } from './mail-brand.ts'
export { agencyQuery, pageBrandOf } from './page-brand.ts'
export { publishedIdentity, type PublishedIdentity } from './published.ts'
