import { failRun, type CommitContext, type Next, type StepError } from '../../../platform/jobs/index.ts'

/** When no further try helps: the run fails with what went wrong, at which step. */
export const failed = ({ step }: CommitContext, { message, code }: StepError): Next =>
  failRun({ message, step: step.name, ...(code && { code }) })
