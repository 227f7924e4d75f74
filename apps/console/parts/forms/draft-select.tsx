import { Conflict, inputOf, type DraftFieldProps } from './draft-field.tsx'
import { SelectField } from './field.tsx'

interface DraftSelectProps<Fields extends object> extends Pick<
  DraftFieldProps<Fields>,
  'draft' | 'field' | 'name' | 'label' | 'hint' | 'isDisabled'
> {
  readonly choices: readonly (readonly [value: string, text: string])[]
  /** The text of the choice of nothing, if that is possible. */
  readonly none?: string
}

/** One of several values of a form, its fault, and another person's change of it. */
export const DraftSelect = <Fields extends object>(props: DraftSelectProps<Fields>) => {
  const { draft, field, name, choices, none, isDisabled = false, ...rest } = props
  const { maxLength: _, ...own } = inputOf(draft, field, name)
  const [, theirs = ''] = choices.find(([one]) => one === draft.saved[field]) ?? []
  return (
    <div>
      <SelectField {...own} {...rest} disabled={isDisabled}>
        {none === undefined ? null : <option value="">{none}</option>}
        {choices.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </SelectField>
      <Conflict draft={draft} field={field} shown={theirs} />
    </div>
  )
}
