export { type Ask, withModel, askWithRetry, materialMarker, type ModelAnswer, type Parsed } from './ask-with-retry.ts'
export { materialRoom } from './material-room.ts'
export { safeLine } from './safe-line.ts'
