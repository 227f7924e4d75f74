export {
  accountOf,
  createHostedRepository,
  findHostedRepository,
  type CodeHostAccess,
  type CodeHostKind,
} from './code-host.ts'
export { assignedIssues, mayWriteTo, issueComments, type HostedIssue } from './issues.ts'
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
  type ChecksState,
  type HostedComment,
  type HostedPullRequest,
  type HostPlace,
  type NewPullRequest,
} from './pull-requests.ts'
export { inspectRemote, pushBranch, type PushParts, type PushRequest } from './push.ts'
