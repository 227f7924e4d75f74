export { growthMessage, type MessageRow } from './tables.ts'
