export { judgeIdentity, readIdentities } from './identity/judge-identity.ts'
export { planIdentity } from './identity/plan-identity.ts'
export type { NotProbed, ProbeFile, ProbeRun, ProbeSubject } from './probe.ts'
export { probedRunner } from './runner-call.ts'
