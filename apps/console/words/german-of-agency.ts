// The same for pages of the agency: their frame, and sentences of the server about runs, which English has from it.
export { de } from './shell/de.ts'
export { deServerWords } from './server/german.ts'
