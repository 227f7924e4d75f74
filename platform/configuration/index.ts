export { type Configuration, readConfiguration } from './configuration.ts'
export { StartRefusal } from './refusal.ts'
