// Texts that only people who read German load: those of what every visit begins with, those of the portal, and those that
// English has from the server.
export { de } from './shell/de.ts'
export { de as dePortal } from './portal/de.ts'
