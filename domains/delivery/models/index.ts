export { harnessFor, modelFor, withChosen, type ChosenModel, type ModelRefusal } from './chosen.ts'
export { offeredBy, type ModelParts } from './offered.ts'
export type { OtherModel } from './choice.ts'
export type { EndpointParts, EndpointSettings } from './endpoint-provider.ts'
