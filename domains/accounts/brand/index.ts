export { nearestPassing, textRatio } from './rules/contrast.ts'
export { mailBrandOf } from './mail-brand.ts'
export { agencyQuery, publishedIdentity, type PublishedIdentity } from './published.ts'
export { publishedLogo } from './store.ts'
