// Texts that only people who read German load: those of what every visit begins with, and those of the portal.
export { deCore } from './core/de.ts'
export { de as dePortal } from './portal/de.ts'
