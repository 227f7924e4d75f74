import type { ErrorText } from '../en.ts'

/** The German text of an error after which nothing was changed, with advice. */
export const unchanged = (title: string, advice = ''): ErrorText => ({
  title,
  text: `Es wurde nichts geändert. ${advice}`.trim(),
})
