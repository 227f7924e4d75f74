export { verifyDecision, type DecisionVerdict, type ProvedDecision } from './verify-decision.ts'
