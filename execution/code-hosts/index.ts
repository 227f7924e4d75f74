export { accountOf, createHostedRepository, findHostedRepository } from './code-host.ts'
export { isAppKey } from './github-app.ts'
export { type CodeHostAccess, type CodeHostKind, type GitHubApp } from './host-request.ts'
export { assignedIssues, issueComments } from './issues.ts'
export { mayWriteTo } from './permission.ts'
export type { ChecksState, HostedComment, HostedIssue, HostedPullRequest, HostPlace, NewPullRequest } from './hosted.ts'
export { readHostDelivery, type HostDelivery } from './delivery.ts'
export { CodeHostFailure } from './failure.ts'
export { branchAtHost, fetchPack, fetchBundle, type FetchedBundle } from './fetch-branch.ts'
export { listHostedRepositories } from './list-repositories.ts'
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
