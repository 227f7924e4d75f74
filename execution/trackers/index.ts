export { linearAccount, linearAddress, postToLinear, renewLinearToken, TrackerFailure } from './linear.ts'
export type { LinearRefresh, PostKind } from './linear.ts'
export { readLinearDelivery, type LinearDelivery } from './linear-delivery.ts'
