export { hasActiveWork } from './active-work.ts'
export { auditSubject as repositoryAuditSubject } from './audit-subject.ts'
