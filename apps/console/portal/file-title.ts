import { capitalized } from '../parts/text/capitalized.ts'

/** The name of a file in words: `docs/opening-hours.md` is `Opening hours`. */
export const fileTitle = (filename: string): string => {
  const name = filename.slice(filename.lastIndexOf('/') + 1)
  const words = name
    .replace(/(?<=.)\.[^.]*$/, '')
    .replaceAll(/[-_\s]+/g, ' ')
    .trim()
  return words === '' ? name : capitalized(words)
}
