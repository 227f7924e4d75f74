import type { Request } from '../../../../parts/request-decision/use-request-decision.ts'

/** The task whose change is shown. */
export interface TaskRef {
  readonly projectId: string
  readonly cycleId: string
  readonly taskId: string
}

/** A request about the change of a task. */
export interface TaskRequest extends Request {
  readonly taskId: string
}
