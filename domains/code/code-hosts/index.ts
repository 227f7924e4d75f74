export { atItsName, findConnectedHead, type ConnectedHead } from './connected-head.ts'
export { deliversByPullRequest, isConnectedToHost, requestPullRequest } from './request-pull-request.ts'
export type { PullRequestState } from './rules.ts'
export {
  acceptMerge,
  pullRequestOfRun,
  queueComment as queueHostComment,
  withdrawPullRequest,
} from './store-pull-requests.ts'
export type { PullRequestRow } from './tables.ts'
