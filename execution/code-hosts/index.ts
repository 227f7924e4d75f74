export {
  accountOf,
  createHostedRepository,
  findHostedRepository,
  type CodeHostAccess,
  type CodeHostKind,
} from './code-host.ts'
export { assignedIssues, mayWriteTo, issueComments } from './issues.ts'
export type { ChecksState, HostedComment, HostedIssue, HostedPullRequest, HostPlace, NewPullRequest } from './hosted.ts'
export { readHostDelivery, type HostDelivery } from './delivery.ts'
export { CodeHostFailure, type CodeHostReason } from './failure.ts'
export { branchAtHost, fetchBranch, type FetchedBranch } from './fetch-branch.ts'
export {
  addHostComment,
  closePullRequest,
  createHook,
  openPullRequest,
  readChecks,
  readComments,
  readPullRequest,
} from './pull-requests.ts'
export { inspectRemote, pushBranch, type PushParts, type PushRequest } from './push.ts'
