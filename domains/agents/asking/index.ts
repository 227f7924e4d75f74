export { type Ask, withModel } from './with-model.ts'
export { askWithRetry, materialMarker, type ModelAnswer, type Parsed } from './ask-with-retry.ts'
