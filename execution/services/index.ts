export { findMachineServices } from './machine-services.ts'
export { offeredOf, planServices } from './plan-services.ts'
export { type Services, withServices } from './with-services.ts'
