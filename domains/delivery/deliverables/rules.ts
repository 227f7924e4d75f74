export const clientStatuses = ['draft', 'in_review', 'delivered', 'accepted'] as const
export type ClientStatus = (typeof clientStatuses)[number]

export const decisions = ['approved', 'changes_requested'] as const
export type Decision = (typeof decisions)[number]

/** How a request for approval stands: `outdated` where it is open, and what it asks about is not what is there now. */
export const approvalStatuses = ['open', ...decisions, 'outdated'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

/** How what is published stands: `outdated` where requests or decisions are about other bytes than there are now. */
export const approvalStates = ['none', ...approvalStatuses] as const
export type ApprovalState = (typeof approvalStates)[number]

/** A deliverable as it is at this moment. */
export interface Current {
  readonly publishedAt: Date | null
  readonly submittedRevision: number
  /** Of what publishing the same revision now would show. */
  readonly hash: string
}

export interface RequestedApproval {
  readonly revision: number
  readonly revisionHash: string
  readonly reviewerId: string
  readonly decision: Decision | null
}

export type ApprovalObstacle = 'decided' | 'withdrawn' | 'republished' | 'changed'

/** What stands in the way of a decision; undefined where it can be taken. */
export const approvalObstacle = (
  { decision, revision, revisionHash }: RequestedApproval,
  current: Current,
): ApprovalObstacle | undefined => {
  if (decision !== null) return 'decided'
  if (current.publishedAt === null) return 'withdrawn'
  if (revision !== current.submittedRevision) return 'republished'
  return revisionHash === current.hash ? undefined : 'changed'
}

/** What stands in the way of asking again about what was decided; undefined where the decision can be changed. */
export const reopenObstacle = (
  asked: RequestedApproval,
  current: Current,
): Exclude<ApprovalObstacle, 'decided'> | 'notDecided' | undefined => {
  if (asked.decision === null) return 'notDecided'
  const obstacle = approvalObstacle({ ...asked, decision: null }, current)
  return obstacle === 'decided' ? undefined : obstacle
}

export const approvalStatusOf = (asked: RequestedApproval, current: Current): ApprovalStatus =>
  asked.decision ?? (approvalObstacle(asked, current) === undefined ? 'open' : 'outdated')

/**
 * How what is published stands, out of all requests about its revision, the newest first. Of each reviewer the newest
 * counts: one who wants changes outweighs one who has not decided, and that one those who approved.
 */
export const approvalStateOf = (asked: readonly RequestedApproval[], current: Current): ApprovalState => {
  const requests = asked.filter(({ revision }) => revision === current.submittedRevision)
  if (current.publishedAt === null || requests.length === 0) return 'none'
  if (requests.some(({ revisionHash }) => revisionHash !== current.hash)) return 'outdated'
  const newest = new Map<string, Decision | null>()
  for (const { reviewerId, decision } of requests) if (!newest.has(reviewerId)) newest.set(reviewerId, decision)
  const said = [...newest.values()]
  if (said.includes('changes_requested')) return 'changes_requested'
  return said.includes(null) ? 'open' : 'approved'
}

export const shippingReasons = ['changes_requested', 'policy', 'no_deployments'] as const

interface Shipping {
  readonly shipped: boolean
  readonly reason: { readonly code: (typeof shippingReasons)[number]; readonly message: string }
}

/** Whether a decision ships something. This version has no deployments, so that nothing does. */
export const shippingOf = (decision: Decision, onApproval: 'nothing' | 'deploy'): Shipping => {
  if (decision === 'changes_requested')
    return notShipped('changes_requested', 'The reviewer asked for changes, so nothing is shipped.')
  return onApproval === 'nothing'
    ? notShipped('policy', 'The delivery policy of the project ships nothing on an approval.')
    : notShipped('no_deployments', 'The delivery policy asks for a deployment, which this version does not have.')
}

const notShipped = (code: Shipping['reason']['code'], message: string): Shipping => ({
  shipped: false,
  reason: { code, message },
})

interface CountedTask {
  readonly runId: string | null
  readonly status: string
}

const finished: readonly string[] = ['merged', 'done']

/** How far the newest run of a cycle is. */
export const progressOf = (tasks: readonly CountedTask[], runId: string | null) => {
  const own = tasks.filter((task) => runId !== null && task.runId === runId)
  return { tasks: own.length, tasksDone: own.filter(({ status }) => finished.includes(status)).length }
}

const statementMinutes = 5
/** Until when what was prepared can be signed. */
export const statementExpiry = (now: Date): Date => new Date(now.getTime() + statementMinutes * 60_000)
