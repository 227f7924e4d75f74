import {
  clearProjectPolicies,
  getProject,
  getProjectPolicies,
  updateProject,
} from '../../../../../domains/code/projects/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { call } from '../../../api/client.ts'
import { queries } from '../../../api/queries.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { useReply } from '../../../api/use-operation.ts'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { usePolicyWords } from '../../../words/policies/index.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { PolicyList } from '../../../parts/policies/policy-list.tsx'
import { Section } from '../../../parts/section.tsx'
import { groupAfter, settingsOf } from '../../../parts/policies/policy-settings.ts'
import { runtimeOf } from '../project-runtime.ts'
import { usePolicyChoice, type PolicyChange } from '../../../parts/policies/use-policy-choice.ts'

type ShownPolicies = Pick<Reply<typeof getProject>, 'project'> & Pick<Reply<typeof getProjectPolicies>, 'inForce'>

/** The policies that the project itself sets. */
const saidBy = ({ project, inForce: { requiresApproval } }: ShownPolicies) => {
  const runtime = runtimeOf(project)
  return {
    requiresApproval: requiresApproval.from === 'project' ? requiresApproval.value : null,
    review: runtime.review ?? {},
    approval: runtime.approval ?? {},
    runtime,
  }
}

/** The policies in force with their sources; an inherited policy can get a value of the project's own. */
export const Policies = ({ id }: { readonly id: string }) => {
  const words = usePolicyWords()
  const { takeOver, takeOverAsk, takeOverText } = useProjectWords().settings
  const of = { params: { id } }
  const { project } = useReply(getProject, of)
  const { inForce } = useReply(getProjectPolicies, of)
  const choice = usePolicyChoice({
    scope: `${updateProject.id}.${id}`,
    read: async () => {
      const [{ project: now }, policies] = await Promise.all([call(getProject, of), call(getProjectPolicies, of)])
      return saidBy({ project: now, inForce: policies.inForce })
    },
    save: (now, chosen) => call(updateProject, { ...of, body: after(now, chosen) }),
    refresh: () => refreshAfter(queries, updateProject),
  })
  const settings = settingsOf({ ...saidBy({ project, inForce }), inForce }, words, 'project')
  const hasOwn = settings.some(({ said }) => said !== null)
  const clearButton = (
    <ConfirmButton
      size="small"
      label={takeOver}
      operation={clearProjectPolicies}
      input={{ params: { id } }}
      title={takeOverAsk}
    >
      {takeOverText}
    </ConfirmButton>
  )
  return (
    <Section title={words.title} text={words.textOfProject} action={hasOwn ? clearButton : null}>
      <PolicyList whose="project" choice={choice} settings={settings} />
    </Section>
  )
}

/** The body of a request that changes one policy and keeps the project's other policies. */
const after = (now: ReturnType<typeof saidBy>, { setting: { name, group }, value }: PolicyChange) =>
  group
    ? { runtime: { ...now.runtime, [group]: groupAfter(now[group], name, value) } }
    : { requiresApproval: value === true }
