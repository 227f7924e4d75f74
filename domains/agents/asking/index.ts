export {
  type Ask,
  withModel,
  askWithRetry,
  materialMarker,
  materialRoom,
  type ModelAnswer,
  type Parsed,
  safeLine,
} from './ask-with-retry.ts'
