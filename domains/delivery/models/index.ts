export { harnessFor, modelFor, type ChosenModel, type ModelRefusal } from './chosen.ts'
export { offeredBy, type ModelParts } from './offered.ts'
export type { OtherModel } from './choice.ts'
