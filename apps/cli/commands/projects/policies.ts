import { projects } from '../../../../domains/code/projects/contract.ts'
import type { Reply } from '../../client/client.ts'
import { usage } from '../../failure.ts'
import { deadlineOf, policyOf, mergePolicies } from '../../policy-words.ts'
import { chooseProject, openProject, type ProjectOption } from '../../project.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

type EffectivePolicies = Reply<typeof projects.getProjectPolicies>['inForce']

/** `atelier policies`: prints the defaults for projects without own policies, or the policies of a project. */
export const showPolicies = async (session: Session, { project }: ProjectOption): Promise<void> => {
  const client = await session.client()
  const found =
    project === undefined
      ? await client.call(projects.getWorkspacePolicies)
      : await client.call(projects.getProjectPolicies, { params: { id: await chooseProject(session, project) } })
  show(session, found)
}

interface SetPoliciesOptions {
  readonly requiresApproval?: string
  readonly review?: readonly string[]
  readonly approval?: readonly string[]
}

/** `atelier policies set`: sets defaults of the workspace; other policies stay as they are. */
export const setPolicies = async (session: Session, options: SetPoliciesOptions): Promise<void> => {
  const { requiresApproval, review = [], approval = [] } = options
  if (requiresApproval === undefined && review.length + approval.length === 0)
    throw usage('Say what to set: --requires-approval, --review or --approval.')
  const client = await session.client()
  const before = await client.call(projects.getWorkspacePolicies)
  const body = {
    requiresApproval: requiresApproval === undefined ? before.requiresApproval : switches[requiresApproval],
    review: mergePolicies(before.review, review.map(policyOf)),
    approval: mergePolicies(before.approval, approval.map(deadlineOf)),
    delivery: before.delivery,
  }
  // The server validates the words.
  show(session, await client.call(projects.setWorkspacePolicies, { body }))
}

const switches: Readonly<Record<string, boolean | null>> = { yes: true, no: false, unset: null }

/** `atelier policies inherit`: deletes the policies of a project, which then has the defaults. */
export const inheritPolicies = async (session: Session, options: ProjectOption): Promise<void> => {
  const { client, id } = await openProject(session, options)
  show(session, await client.call(projects.clearProjectPolicies, { params: { id } }))
}

const show = ({ output }: Session, found: { readonly inForce: EffectivePolicies }) => {
  output.show(found, linesOf(found.inForce))
}

const linesOf = ({ requiresApproval, review, approval, delivery }: EffectivePolicies) => {
  const all = [
    ['requires-approval', { ...requiresApproval, value: requiresApproval.value ? 'yes' : 'no' }],
    ...Object.entries(review),
    ['remind', { ...approval.remindEveryHours, value: hoursText(approval.remindEveryHours.value) }],
    ['expire', { ...approval.expireAfterHours, value: hoursText(approval.expireAfterHours.value) }],
    ['delivery', delivery.onApproval],
  ] as const
  return all.map(([name, { value, from }]) => `${name.padEnd(18)} ${printable(value).padEnd(9)} ${origins[from]}`)
}

const hoursText = (hours: number) => (hours === 0 ? 'never' : `${hours} h`)
const origins = { project: 'the project', workspace: 'the workspace', instance: 'the instance' }
