export { findMachineServices } from './find-databases.ts'
export { offeredOf, planServices } from './plan-databases.ts'
export { type Services, withServices } from './with-databases.ts'
