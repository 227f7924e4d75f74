export { lendLook, type FarLook } from './live-changes.ts'
