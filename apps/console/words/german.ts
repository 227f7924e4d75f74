// Texts that English has from the server, so that only people who read German load them.
export { deCodes } from './errors/codes/de.ts'
export { deServerWords } from './server/german.ts'
