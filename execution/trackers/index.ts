export {
  linearAccount,
  linearAddress,
  postToLinear,
  renewLinearToken,
  TrackerFailure,
  type LinearRefresh,
  type PostKind,
} from './linear.ts'
export { readLinearDelivery, type LinearDelivery } from './linear-delivery.ts'
