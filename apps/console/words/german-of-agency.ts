// German for pages of the agency: their frame, and sentences of the server about runs, which English takes from the
// server.
export { de } from './shell/de.ts'
export { deServerWords } from './server/german.ts'
