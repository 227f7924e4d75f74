// Sentences of the server about runs, for pages of the agency.
export { deServerWords } from './server/german.ts'
