export { isLetterWanted } from './is-wanted.ts'
export { takeCycleLettersBack, takeLettersBack } from './store.ts'
export { tellAdministrators, tellAgency, tellClients, tellPerson } from './notify.ts'
