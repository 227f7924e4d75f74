export { type Ask, withModel, askWithRetry, materialMarker, type ModelAnswer, type Parsed } from './ask-with-retry.ts'
