export { AccessPointFailure } from './access-point.ts'
export type { AccessPointAccount, Journal, OutgoingDocument, Reach, TransmissionFact } from './access-point.ts'
export { openAccessPoints, type AccessPoints } from './open-access-points.ts'
