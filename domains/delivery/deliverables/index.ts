export { verifyDecision, type DecisionVerdict, type ProvedDecision } from './verify-decision.ts'
export { clientApprovals, lastDeliveries, projectOfApproval } from './joins.ts'
export { decisionAbout } from './store-approvals.ts'
export { approvedWork, type ApprovedWork } from './store-approved.ts'
