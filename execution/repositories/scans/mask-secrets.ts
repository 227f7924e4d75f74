import { maskText, patternMatches, randomValues } from './secret-patterns.ts'

// Forms of the most common credentials that the preset knows, and of web credentials.
const credentialForms = [
  /\b(?:gh[a-z]_|github_pat_|glpat-|xox[a-z]-|sk-)[\w-]{16,255}/g,
  /\b(?:Bearer|Basic) {1,9}[\w+/=.~-]{8,2048}/gi,
  /\beyJ[\w-]{8,1024}\.[\w-]{8,1024}\.[\w-]{8,1024}/g,
  /:\/\/[^\s/:@]{1,200}:[^\s/@]{1,200}@/g,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\w+/=\s]{0,8192}/g,
]

/**
 * Replaces credentials of known providers, and random values that are named like secrets, by a mark. Not all that
 * `findSecrets` knows: this is quick, and made for a few kilobytes in the server itself.
 */
export const maskSecrets = (content: string): string => {
  const credentials = credentialForms.flatMap((form) => [...content.matchAll(form)].map(([text]) => text))
  const texts = [...patternMatches(content), ...randomValues(content)].map(({ text }) => text).concat(credentials)
  // The longest first: it may hold a shorter one.
  return [...new Set(texts)]
    .sort((a, b) => b.length - a.length)
    .reduce((masked, text) => masked.replaceAll(text, maskText), content)
}
