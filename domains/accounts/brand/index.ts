export { nearestPassing, textRatio } from './rules/color.ts'
export { mailBrandOf, agencyQuery, publishedIdentity, type PublishedIdentity } from './published.ts'
export { publishedLogo } from './store.ts'
