import { useId, type ReactNode } from 'react'
import './switch.css'

interface SettingProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly children: (ids: { readonly id: string; readonly hintId: string }) => ReactNode
}

/** One setting in a line: its name at the left, its control at the right; below each other on a phone. */
export const Setting = ({ label, hint, children }: SettingProps) => {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div className="setting">
      <div>
        <label htmlFor={id}>{label}</label>
        <div className="hint" id={hintId}>
          {hint}
        </div>
      </div>
      <div className="setting-control">{children({ id, hintId })}</div>
    </div>
  )
}

interface SwitchProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly isOn: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isOn: boolean) => void
}

/** On or off, and it counts at once. */
export const SwitchSetting = ({ label, hint, isOn, isDisabled = false, onChange }: SwitchProps) => (
  <Setting label={label} hint={hint}>
    {({ id, hintId }) => (
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="switch"
        checked={isOn}
        disabled={isDisabled}
        aria-checked={isOn}
        aria-describedby={hintId}
        onChange={(event) => onChange(event.target.checked)}
      />
    )}
  </Setting>
)

interface SelectProps<Name extends string> {
  readonly label: string
  readonly hint?: ReactNode
  readonly chosen: Name
  readonly choices: readonly (readonly [name: Name, text: string])[]
  readonly isDisabled?: boolean
  readonly onChoose: (name: Name) => void
}

/** One of several, and it counts at once. */
export const SelectSetting = <Name extends string>(props: SelectProps<Name>) => {
  const { label, hint, chosen, choices, isDisabled = false, onChoose } = props
  return (
    <Setting label={label} hint={hint}>
      {({ id, hintId }) => (
        <select
          id={id}
          className="input"
          value={chosen}
          disabled={isDisabled}
          aria-describedby={hintId}
          onChange={(event) => onChoose(event.target.value as Name)}
        >
          {choices.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Setting>
  )
}
