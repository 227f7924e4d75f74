import { mergeChoiceNames, mergeChoiceOf, mergeChoices } from '../../../../domains/code/projects/rules/merge-choice.ts'
import { Meanwhile } from '../forms/draft-field.tsx'
import { Fold } from '../fold.tsx'
import { Refusal } from '../feedback/refusal.tsx'
import { SelectSetting, SwitchSetting } from '../forms/switch.tsx'
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
  const isOfChoice = ({ name }: PolicySetting) => name in mergeChoices.others
  const lineOf = (setting: PolicySetting) => (
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
  )
  return (
    <>
      <div className="panel rows">
        <MergeChoiceLine settings={settings.filter(isOfChoice)} isDisabled={isDisabled} onChoose={choose} />
        {settings.filter(({ group }) => group !== 'review').map(lineOf)}
        <div className="pad">
          <Fold title={words.more}>
            <div className="rows">{settings.filter(({ group }) => group === 'review').map(lineOf)}</div>
          </Fold>
        </div>
      </div>
      <Refusal error={error} />
    </>
  )
}

const custom = '-'

/** The choice of automatic merges; any other combination of its policies is “Custom”. */
const MergeChoiceLine = ({
  settings,
  isDisabled,
  onChoose,
}: Pick<LineProps, 'onChoose'> & { readonly settings: readonly PolicySetting[]; readonly isDisabled: boolean }) => {
  const words = usePolicyWords().mergeChoice
  const [shown, checked, unverified] = settings.map(({ said, inForce }) => String(said ?? inForce.value))
  const chosen = mergeChoiceOf({ shown: shown!, checked: checked!, unverified: unverified! })
  const mergesUntested = checked === 'merge' || unverified === 'merge'
  const choose = (name: string) => {
    const choice = mergeChoiceNames.find((one) => one === name)
    if (choice === undefined) return
    for (const setting of settings) {
      const value = mergeChoices[choice][setting.name as keyof typeof mergeChoices.others]
      if (value !== setting.said && (setting.name !== 'unverified' || setting.inForce.value !== value))
        onChoose(setting, value)
    }
  }
  return (
    <SelectSetting
      label={words.question}
      hint={mergesUntested ? <span className="wait">{words.untested}</span> : chosen ? words.hint : words.customHint}
      isDisabled={isDisabled}
      chosen={chosen ?? custom}
      choices={[
        ...(chosen ? [] : [[custom, words.custom] as const]),
        ...mergeChoiceNames.map((name) => [name, words.choices[name]] as const),
      ]}
      onChoose={choose}
    />
  )
}

interface LineProps {
  readonly setting: PolicySetting
  /** The owner of the policy: unset values are inherited from above. */
  readonly whose: 'workspace' | 'project'
  readonly isDisabled?: boolean
  readonly onChoose: (setting: PolicySetting, value: PolicyValue) => void
}

const inherited = '-'

/** One policy: a switch, or choices, of which the first is the value that it inherits. */
const PolicyLine = ({ setting, whose, isDisabled = false, onChoose }: LineProps) => {
  const words = usePolicyWords()
  const { label, hint, said, inForce, choices, canInherit } = setting
  const nameOf = (value: PolicyValue) => choices.find(([one]) => one === value)?.[1] ?? String(value)
  if (typeof inForce.value === 'boolean') {
    const isOn = (said ?? inForce.value) === true
    const change = (chosen: boolean) => onChoose(setting, chosen)
    const own = said !== null && canInherit && !isDisabled && (
      <button type="button" className="link" onClick={() => onChoose(setting, null)}>
        {words.follow[whose]}
      </button>
    )
    return (
      <SwitchSetting
        label={label}
        hint={
          <>
            {hint} {own}
          </>
        }
        isOn={isOn}
        isDisabled={isDisabled}
        onChange={change}
      />
    )
  }
  return (
    <SelectSetting
      label={label}
      isDisabled={isDisabled}
      chosen={said === null ? inherited : String(said)}
      choices={[
        // The inherited value is known while it is in force.
        [
          inherited,
          inForce.from === whose ? words.inherits[whose] : words.inheritsNow[whose](nameOf(inForce.value)),
        ] as const,
        ...choices.map(([value, text]) => [String(value), text] as const),
      ]}
      hint={
        <>
          {hint} {said === null ? null : <b>{words.own[whose]}</b>}
        </>
      }
      onChoose={(chosen) => onChoose(setting, choices.find(([value]) => String(value) === chosen)?.[0] ?? null)}
    />
  )
}
