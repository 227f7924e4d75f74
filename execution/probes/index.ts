export { judgeAccounts, type AccountedPart } from './accounts/judge-accounts.ts'
export type { EarlierAccount, TestsOfChange } from './accounts/plan-accounts.ts'
export { judgeIdentity, readIdentities } from './identity/judge-identity.ts'
export { planIdentity } from './identity/plan-identity.ts'
export {
  notProbedReasons,
  type NotProbed,
  type ProbeFile,
  type ProbeRun,
  type ProbeSubject,
  type TrialSubject,
} from './probe.ts'
export { copyPath, copyText, isPlainPath, namesChanged } from './runs/copies.ts'
export { probedRunner } from './runner-call.ts'
export { probesInThread, type ProbesInThread } from './in-thread.ts'
export { judgeTraps, readTraps } from './traps/judge-traps.ts'
export { planTraps } from './traps/plan-traps.ts'
export { shownText } from './runs/records.ts'
