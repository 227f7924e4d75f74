export { presentMessage } from './present.ts'
