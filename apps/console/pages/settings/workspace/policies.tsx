import { useMutation } from '@tanstack/react-query'
import { getWorkspacePolicies, setWorkspacePolicies } from '../../../../../domains/code/projects/contract.ts'
import type { Input, Reply } from '../../../../../platform/client/index.ts'
import { call } from '../../../api/client.ts'
import { queries } from '../../../api/queries.ts'
import { query, useReply } from '../../../api/use-operation.ts'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { usePolicyWords } from '../../../words/policies/use-words.ts'
import { PolicyLine } from '../../policies/policy-line.tsx'
import { groupAfter, settingsOf, type Choice, type PolicySetting } from '../../policies/policy-settings.ts'

type Policies = Reply<typeof getWorkspacePolicies>
type Said = NonNullable<Input<typeof setWorkspacePolicies>['body']>

/** The policies of the workspace, each with who says it. */
export const PoliciesSection = ({ isAdministrator }: { readonly isAdministrator: boolean }) => {
  const words = usePolicyWords()
  const policies = useReply(getWorkspacePolicies)
  const save = useSavedPolicy()
  return (
    <Section title={words.title} text={words.text}>
      <div className="panel rows">
        {settingsOf(policies, words, 'workspace').map((setting) => (
          <PolicyLine
            key={setting.name}
            whose="workspace"
            setting={setting}
            isDisabled={!isAdministrator}
            onChoose={save.choose}
          />
        ))}
      </div>
      <Refusal error={save.error} />
    </Section>
  )
}

/** Everything that the workspace says after one policy was set, or with null is left to the server. */
const after = (policies: Policies, { name, group }: PolicySetting, value: Choice): Said => {
  const { requiresApproval, review, approval, delivery } = policies
  const said = { requiresApproval, review, approval, delivery }
  return { ...said, ...(group ? { [group]: groupAfter(said[group], name, value) } : { [name]: value }) }
}

/** Sets one policy and keeps the others as they are at that moment, whoever changed them meanwhile. */
const useSavedPolicy = () => {
  const { queryKey } = query(getWorkspacePolicies)
  const { mutate, error } = useMutation({
    scope: { id: setWorkspacePolicies.id },
    mutationFn: async ({ setting, value }: { readonly setting: PolicySetting; readonly value: Choice }) => {
      const now = await call(getWorkspacePolicies)
      return call(setWorkspacePolicies, { body: after(now, setting, value) })
    },
    onMutate: ({ setting, value }) => {
      const before = queries.getQueryData<Policies>(queryKey)
      if (before) queries.setQueryData(queryKey, { ...before, ...after(before, setting, value) })
    },
    onSuccess: (saved) => queries.setQueryData(queryKey, saved),
    onError: () => queries.invalidateQueries({ queryKey }),
  })
  return { error, choose: (setting: PolicySetting, value: Choice) => mutate({ setting, value }) }
}
