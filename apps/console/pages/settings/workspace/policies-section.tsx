import { getWorkspacePolicies, setWorkspacePolicies } from '../../../../../domains/code/projects/contract.ts'
import type { Input, Reply } from '../../../../../platform/client/index.ts'
import { call } from '../../../api/client.ts'
import { queries } from '../../../api/queries.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { useReply } from '../../../api/use-operation.ts'
import { Section } from '../../../parts/section.tsx'
import { usePolicyWords } from '../../../words/policies/index.ts'
import { PolicyList } from '../../../parts/policies/policy-list.tsx'
import { groupAfter, settingsOf } from '../../../parts/policies/policy-settings.ts'
import { usePolicyChoice, type PolicyChange } from '../../../parts/policies/use-policy-choice.ts'

type Policies = Reply<typeof getWorkspacePolicies>
type Body = NonNullable<Input<typeof setWorkspacePolicies>['body']>

/** The policies of the workspace, each with its source. */
export const PoliciesSection = ({ isAdministrator }: { readonly isAdministrator: boolean }) => {
  const words = usePolicyWords()
  const policies = useReply(getWorkspacePolicies)
  const choice = usePolicyChoice({
    scope: setWorkspacePolicies.id,
    read: () => call(getWorkspacePolicies),
    save: (now, chosen) => call(setWorkspacePolicies, { body: after(now, chosen) }),
    refresh: () => refreshAfter(queries, setWorkspacePolicies),
  })
  return (
    <Section title={words.title} text={words.text}>
      <PolicyList
        whose="workspace"
        choice={choice}
        isDisabled={!isAdministrator}
        settings={settingsOf(policies, words, 'workspace')}
      />
    </Section>
  )
}

/** The workspace's policies after a policy was set, or, with null, left to the server. */
const after = (policies: Policies, { setting: { name, group }, value }: PolicyChange): Body => {
  const { requiresApproval, review, approval, delivery } = policies
  const said = { requiresApproval, review, approval, delivery }
  return { ...said, ...(group ? { [group]: groupAfter(said[group], name, value) } : { [name]: value }) }
}
