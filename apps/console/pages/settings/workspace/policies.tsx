import { useMutation } from '@tanstack/react-query'
import { getWorkspacePolicies, setWorkspacePolicies } from '../../../../../domains/code/projects/contract.ts'
import { call } from '../../../api/client.ts'
import { queries } from '../../../api/queries.ts'
import { query, useReply } from '../../../api/use-operation.ts'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { SelectSetting } from '../../../parts/switch.tsx'
import { useSettingsWords } from '../words/use-words.ts'
import { after, settingsOf, type Choice, type PolicySetting, type Policies } from './policy-settings.ts'

/** The policies of the workspace, each with who says it. */
export const PoliciesSection = ({ isAdministrator }: { readonly isAdministrator: boolean }) => {
  const words = useSettingsWords().policies
  const policies = useReply(getWorkspacePolicies)
  const save = useSavedPolicy()
  return (
    <Section title={words.title} text={words.text}>
      <div className="panel rows">
        {settingsOf(policies, words).map((setting) => (
          <PolicyLine key={setting.name} setting={setting} isDisabled={!isAdministrator} onChoose={save.choose} />
        ))}
      </div>
      <Refusal error={save.error} />
    </Section>
  )
}

interface LineProps {
  readonly setting: PolicySetting
  readonly isDisabled: boolean
  readonly onChoose: (setting: PolicySetting, value: Choice) => void
}

const inherited = '-'

const PolicyLine = ({ setting, isDisabled, onChoose }: LineProps) => {
  const words = useSettingsWords().policies
  const { label, hint, said, inForce, choices } = setting
  const textOf = (value: Choice) => choices.find(([one]) => one === value)?.[1] ?? String(value)
  // While the workspace says something itself, what the server would say is not told.
  const unsaid = said === null ? words.inherit(textOf(inForce.value)) : words.inheritUnknown
  const all = [[null, unsaid] as const, ...choices].map(
    ([value, text]) => [value === null ? inherited : String(value), text] as const,
  )
  return (
    <SelectSetting
      {...{ label, isDisabled, choices: all, chosen: said === null ? inherited : String(said) }}
      hint={
        <>
          {hint} {inForce.from === 'workspace' ? <b>{words.fromWorkspace}</b> : null}
        </>
      }
      onChoose={(chosen) => onChoose(setting, choices.find(([value]) => String(value) === chosen)?.[0] ?? null)}
    />
  )
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
