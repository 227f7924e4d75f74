export {
  accountOf,
  createHostedRepository,
  findHostedRepository,
  type CodeHostAccess,
  type CodeHostKind,
} from './code-host.ts'
export { CodeHostFailure, type CodeHostReason } from './failure.ts'
export { inspectRemote, pushBranch, type PushParts, type PushRequest } from './push.ts'
