import type { Request } from '../../../../parts/request-decision/use-request-decision.ts'

/** A request about the change of one task. */
export interface TaskRequest extends Request {
  readonly taskId: string
}
