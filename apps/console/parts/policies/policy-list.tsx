import { Meanwhile } from '../draft-field.tsx'
import { Refusal } from '../refusal.tsx'
import { SelectSetting } from '../switch.tsx'
import { usePolicyWords } from '../../words/policies/index.ts'
import type { PolicyValue, PolicySetting } from './policy-settings.ts'
import type { usePolicyChoice } from './use-policy-choice.ts'

interface ListProps extends Pick<LineProps, 'whose' | 'isDisabled'> {
  readonly settings: readonly PolicySetting[]
  readonly choice: ReturnType<typeof usePolicyChoice>
}

/** The policies of a workspace or a project, one to a line; below one the value that another person set in between. */
export const PolicyList = ({ settings, whose, isDisabled = false, choice }: ListProps) => {
  const words = usePolicyWords()
  const { pending, meanwhile, error, choose, insist, leave } = choice
  const said = ({ choices }: PolicySetting, value: PolicyValue) =>
    choices.find(([one]) => one === value)?.[1] ?? (value === null ? words.inherits[whose] : String(value))
  return (
    <>
      <div className="panel rows">
        {settings.map((setting) => (
          <div key={setting.name}>
            <PolicyLine
              whose={whose}
              isDisabled={isDisabled}
              onChoose={choose}
              setting={pending?.setting.name === setting.name ? { ...setting, said: pending.value } : setting}
            />
            {meanwhile?.setting.name === setting.name ? (
              <Meanwhile shown={said(setting, meanwhile.theirs)} onTheirs={leave} onMine={() => insist(meanwhile)} />
            ) : null}
          </div>
        ))}
      </div>
      <Refusal error={error} />
    </>
  )
}

interface LineProps {
  readonly setting: PolicySetting
  /** Whose policy it is: what it does not say itself is said above it. */
  readonly whose: 'workspace' | 'project'
  readonly isDisabled?: boolean
  readonly onChoose: (setting: PolicySetting, value: PolicyValue) => void
}

const inherited = '-'

/** One policy with its choices, and whether its value is its own or inherited. */
const PolicyLine = ({ setting, whose, isDisabled = false, onChoose }: LineProps) => {
  const words = usePolicyWords()
  const { label, hint, said, inForce, choices, canInherit } = setting
  const textOf = (value: PolicyValue) => choices.find(([one]) => one === value)?.[1] ?? String(value)
  // With a value of its own, the inherited one is not shown.
  const unsaid =
    said !== null || inForce.from === 'project'
      ? words.inherits[whose]
      : words.inherit[inForce.from](textOf(inForce.value))
  const above = said === null || canInherit ? [[inherited, unsaid] as const] : []
  return (
    <SelectSetting
      label={label}
      isDisabled={isDisabled}
      chosen={said === null ? inherited : String(said)}
      choices={[...above, ...choices.map(([value, text]) => [String(value), text] as const)]}
      hint={
        <>
          {hint} {said === null ? null : <b>{words.own[whose]}</b>}
        </>
      }
      onChoose={(chosen) => onChoose(setting, choices.find(([value]) => String(value) === chosen)?.[0] ?? null)}
    />
  )
}
