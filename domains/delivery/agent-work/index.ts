export { indented, jobOf, jobWith } from './agent-job.ts'
export { conversationsOf, savedWorkOf, untilStored } from './saved-work.ts'
export {
  type GivenToJob,
  type AgentOutcome,
  carriedBy,
  endsEarly,
  isAgencys,
  letAgentWork,
  type StartOfWork,
} from './let-agent-work.ts'
