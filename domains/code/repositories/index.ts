export { hasActiveWork, auditSubject as repositoryAuditSubject } from './head.ts'
