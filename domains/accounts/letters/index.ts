export { isLetterWanted } from './is-wanted.ts'
export { withdrawCycleLetters, withdrawLetters } from './store.ts'
export { notifyAdministrators, notifyAgency, notifyClients, notifyPerson } from './notify.ts'
