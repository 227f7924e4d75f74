export { type Configuration, readConfiguration, serviceLinksIn } from './configuration.ts'
export { StartRefusal } from './refusal.ts'
