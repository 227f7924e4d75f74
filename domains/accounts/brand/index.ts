export { mailBrandOf } from './mail-brand.ts'
export { publishedIdentity, workspaceOfSlug, type PublishedIdentity } from './published.ts'
export type { Picture } from './rules.ts'
export { isReserved, slugForm, slugLeast, slugMost } from './rules/slug.ts'
