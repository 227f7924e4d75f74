export { linearAccount, linearAddress, postToLinear, TrackerFailure, type PostKind } from './linear.ts'
export { readLinearDelivery, type LinearDelivery } from './linear-delivery.ts'
