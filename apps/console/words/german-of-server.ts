// What the server says about runs, which pages of the agency show.
export { deServerWords } from './server/german.ts'
