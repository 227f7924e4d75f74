import { SelectSetting } from '../../parts/switch.tsx'
import { usePolicyWords } from '../../words/policies/use-words.ts'
import type { Choice, PolicySetting } from './policy-settings.ts'

interface Props {
  readonly setting: PolicySetting
  /** Whose policy it is: what it does not say itself is said above it. */
  readonly whose: 'workspace' | 'project'
  readonly isDisabled?: boolean
  readonly onChoose: (setting: PolicySetting, value: Choice) => void
}

const inherited = '-'

/** One policy with what can be chosen, and whether it is said here or inherited. */
export const PolicyLine = ({ setting, whose, isDisabled = false, onChoose }: Props) => {
  const words = usePolicyWords()
  const { label, hint, said, inForce, choices, canInherit } = setting
  const textOf = (value: Choice) => choices.find(([one]) => one === value)?.[1] ?? String(value)
  // While something is said here, what would hold without it is not told.
  const unsaid =
    said !== null || inForce.from === 'project'
      ? words.inherits[whose]
      : words.inherit[inForce.from](textOf(inForce.value))
  const above = said === null || canInherit ? [[inherited, unsaid] as const] : []
  return (
    <SelectSetting
      {...{ label, isDisabled, chosen: said === null ? inherited : String(said) }}
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
