// Texts that only people who read German load: texts for every visit, and texts for the portal.
export { deCore } from './core/de.ts'
export { de as dePortal } from './portal/de.ts'
