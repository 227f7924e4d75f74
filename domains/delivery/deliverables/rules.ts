export const clientStatuses = ['draft', 'in_review', 'delivered', 'accepted'] as const
export type ClientStatus = (typeof clientStatuses)[number]

export const decisions = ['approved', 'changes_requested'] as const
export type Decision = (typeof decisions)[number]

/** The state of a request for approval: `outdated` if it is open, and its subject is not the present one. */
export const approvalStatuses = ['open', ...decisions, 'outdated'] as const
type ApprovalStatus = (typeof approvalStatuses)[number]

/** The state of a publication: `outdated` where requests or decisions are about other bytes than there are now. */
export const approvalStates = ['none', ...approvalStatuses] as const
export type ApprovalState = (typeof approvalStates)[number]

/** A deliverable as it is at this moment. */
export interface Current {
  readonly publishedAt: Date | null
  readonly submittedRevision: number
  /** Hash of a publication of the same revision now. */
  readonly hash: string
}

/** A request for approval of a revision; its decision is null until the reviewer decides. */
export interface RequestedApproval {
  readonly revision: number
  readonly revisionHash: string
  readonly reviewerId: string
  readonly decision: Decision | null
}

type ApprovalObstacle = 'decided' | 'withdrawn' | 'republished' | 'changed'

/** The obstacle to a decision; undefined if it can be made. */
export const approvalObstacle = (
  { decision, revision, revisionHash }: RequestedApproval,
  current: Current,
): ApprovalObstacle | undefined => {
  if (decision !== null) return 'decided'
  if (current.publishedAt === null) return 'withdrawn'
  if (revision !== current.submittedRevision) return 'republished'
  return revisionHash === current.hash ? undefined : 'changed'
}

/** The obstacle to asking again about a decided revision; undefined if the decision can be changed. */
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
 * The state of a publication, out of all requests about its revision, the newest first. The newest request of each
 * reviewer counts: a request for changes outweighs an open request, and that outweighs an approval.
 */
export const approvalStateOf = (asked: readonly RequestedApproval[], current: Current): ApprovalState => {
  const requests = asked.filter(({ revision }) => revision === current.submittedRevision)
  if (current.publishedAt === null || requests.length === 0) return 'none'
  if (requests.some(({ revisionHash }) => revisionHash !== current.hash)) return 'outdated'
  const newest = new Map<string, Decision | null>()
  for (const { reviewerId, decision } of requests) if (!newest.has(reviewerId)) newest.set(reviewerId, decision)
  const newestDecisions = [...newest.values()]
  if (newestDecisions.includes('changes_requested')) return 'changes_requested'
  return newestDecisions.includes(null) ? 'open' : 'approved'
}

export const shippingReasons = [
  'changes_requested',
  'policy',
  'switched_off',
  'nothing_delivered',
  'others_undecided',
  'deployed',
] as const
type ShippingReason = (typeof shippingReasons)[number]

const shippingSentences: Readonly<Record<ShippingReason, string>> = {
  changes_requested: 'The reviewer asked for changes, so nothing is shipped.',
  policy: 'The delivery policy of the project ships nothing on an approval.',
  switched_off: 'The delivery policy asks for a deployment, and this server makes none.',
  nothing_delivered: 'The approved revision shows no commit that could be deployed.',
  others_undecided: 'It is deployed once every reviewer of this revision approved it.',
  deployed: 'The approved commit is being deployed to production.',
}

/** The subject of a decision, and the state of its revision after it. */
interface Decided {
  readonly decision: Decision
  readonly onApproval: 'nothing' | 'deploy'
  /** Whether this instance deploys. */
  readonly canDeploy: boolean
  /** The commit that the approved revision shows. */
  readonly commitSha: string | null
  readonly state: ApprovalState
}

/** Decides whether a decision ships something, with the reason. */
export const shippingOf = (decided: Decided) => {
  const code = shippingReasonOf(decided)
  return { shipped: code === 'deployed', reason: { code, message: shippingSentences[code] } }
}

const shippingReasonOf = ({ decision, onApproval, canDeploy, commitSha, state }: Decided): ShippingReason => {
  if (decision === 'changes_requested') return 'changes_requested'
  if (onApproval === 'nothing') return 'policy'
  if (!canDeploy) return 'switched_off'
  if (commitSha === null) return 'nothing_delivered'
  return state === 'approved' ? 'deployed' : 'others_undecided'
}

const finishedStatuses: readonly string[] = ['merged', 'done']

/** How far the newest run of a cycle is. */
export const progressOf = (
  tasks: readonly { readonly runId: string | null; readonly status: string }[],
  runId: string | null,
) => {
  const own = tasks.filter((task) => runId !== null && task.runId === runId)
  return { tasks: own.length, tasksDone: own.filter(({ status }) => finishedStatuses.includes(status)).length }
}

const statementMinutes = 5
/** End of the time to sign a prepared statement. */
export const statementExpiry = (now: Date): Date => new Date(now.getTime() + statementMinutes * 60_000)
