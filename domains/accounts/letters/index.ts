export { isLetterWanted, notifyAdministrators, notifyAgency, notifyClients, notifyPerson } from './notify.ts'
export { withdrawCycleLetters, withdrawLetters } from './store.ts'
