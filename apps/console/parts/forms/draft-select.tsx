import type { ReactNode } from 'react'
import { Conflict, inputOf, type TextName } from './draft-field.tsx'
import { SelectField } from './field.tsx'
import type { DraftPart } from './use-draft.ts'

interface DraftSelectProps<Fields extends object> {
  readonly draft: DraftPart<Fields>
  readonly field: TextName<Fields>
  /** Its path in the request; by default the name of the field. */
  readonly name?: string
  readonly label: string
  readonly hint?: ReactNode
  readonly choices: readonly (readonly [value: string, text: string])[]
  /** The text of the choice of nothing, if that is possible. */
  readonly none?: string
  readonly isDisabled?: boolean
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
