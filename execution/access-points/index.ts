export {
  accessPointEnvironments,
  AccessPointFailure,
  accessPointIds,
  answerCodes,
  reaches,
  type AccessPoint,
  type AccessPointAccount,
  type AccessPointEnvironment,
  type AccessPointId,
  type AnswerCode,
  type Endpoint,
  type Journal,
  type OutgoingDocument,
  type Reach,
  type TransmissionFact,
} from './access-point.ts'
export { openAccessPoints, type AccessPoints } from './open-access-points.ts'
