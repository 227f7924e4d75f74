export {
  AccessPointFailure,
  type AccessPointAccount,
  type Journal,
  type OutgoingDocument,
  type Reach,
  type TransmissionFact,
} from './access-point.ts'
export { openAccessPoints, type AccessPoints } from './open-access-points.ts'
