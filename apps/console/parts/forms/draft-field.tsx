import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react'
import { useWords } from '../../words/shell/index.ts'
import { Refusal } from '../feedback/refusal.tsx'
import { Button } from './button.tsx'
import { TextArea, TextField } from './field.tsx'
import type { DraftPart } from './use-draft.ts'
import './draft-field.css'

/** The fields of a form that are texts. */
export type TextName<Fields> = {
  [Name in keyof Fields & string]: Fields[Name] extends string ? Name : never
}[keyof Fields & string]

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement> & TextareaHTMLAttributes<HTMLTextAreaElement>,
  'autoComplete' | 'autoFocus' | 'className' | 'max' | 'maxLength' | 'onKeyDown' | 'placeholder' | 'rows' | 'spellCheck'
>

export interface DraftFieldProps<Fields extends object> extends InputProps {
  readonly draft: DraftPart<Fields>
  readonly field: TextName<Fields>
  /** Its path in the request; by default the name of the field. */
  readonly name?: string
  readonly label: string
  readonly hint?: ReactNode
  readonly wrong?: string | undefined
  readonly isLong?: boolean
  readonly isDisabled?: boolean
  readonly isReadOnly?: boolean
  readonly type?: 'text' | 'date' | 'datetime-local' | 'email' | 'number' | 'password' | 'url'
  readonly inputMode?: 'decimal' | 'numeric' | 'url'
  readonly unit?: string
  readonly dir?: 'auto' | 'ltr'
}

/** What an input needs to hold a text of a form. */
export const inputOf = <Fields extends object>(
  draft: DraftPart<Fields>,
  field: TextName<Fields>,
  name: string = field,
) => ({
  name,
  maxLength: draft.mostAt?.(name),
  wrong: draft.wrong?.[field],
  value: draft.fields[field] as string,
  onChange: (event: { readonly target: { readonly value: string } }) =>
    draft.set(field, event.target.value as Fields[typeof field]),
})

/** A text of a form, its fault, and another person's change of it. */
export const DraftField = <Fields extends object>(props: DraftFieldProps<Fields>) => {
  const { draft, field, name, wrong, isLong = false, isDisabled = false, isReadOnly = false, ...rest } = props
  const { wrong: fault, ...own } = inputOf(draft, field, name)
  const input = { dir: 'auto', ...own, ...rest, wrong: wrong ?? fault, disabled: isDisabled, readOnly: isReadOnly }
  return (
    <div>
      {isLong ? <TextArea {...input} /> : <TextField {...input} />}
      <Conflict draft={draft} field={field} shown={draft.saved[field] as string} />
    </div>
  )
}

interface ConflictProps<Fields extends object> {
  readonly draft: DraftPart<Fields>
  readonly field: keyof Fields
  /** Their value, as people read it. */
  readonly shown: ReactNode
}

/** Shows in words what another person saved during the typing, and lets the person choose. */
export const Conflict = <Fields extends object>({ draft, field, shown }: ConflictProps<Fields>) => {
  if (!draft.conflicts.includes(field)) return null
  return <Meanwhile shown={shown} onTheirs={() => draft.takeTheirs(field)} onMine={() => draft.keepMine(field)} />
}

interface MeanwhileProps extends Pick<ConflictProps<object>, 'shown'> {
  readonly onTheirs: () => void
  readonly onMine: () => void
}

/** Another person's change of a thing, and the choice of the second one. */
export const Meanwhile = ({ shown, onTheirs, onMine }: MeanwhileProps) => {
  const words = useWords().conflict
  return (
    <div className="note wait conflict" role="alert">
      <div>
        <b>{words.title}</b>
        <div dir="auto">{shown === '' ? words.emptied : shown}</div>
        <div className="line wrap">
          <Button size="small" onClick={onTheirs}>
            {words.takeTheirs}
          </Button>
          <Button size="small" onClick={onMine}>
            {words.keepMine}
          </Button>
        </div>
      </div>
    </div>
  )
}

interface SaveBarProps {
  readonly draft: {
    readonly isChanged: boolean
    readonly conflicts: readonly unknown[]
    readonly clear: () => void
    readonly isPending?: boolean
    readonly isSaved?: boolean
  }
  readonly isPending?: boolean
  readonly isSaved?: boolean
  readonly label?: string
}

/** Saves a form, or resets typed values; shows when it is saved. */
export const SaveBar = ({ draft, label, ...change }: SaveBarProps) => {
  const words = useWords().conflict
  const { isPending = false, isSaved = false } = { ...draft, ...change }
  const isReady = draft.isChanged && draft.conflicts.length === 0
  return (
    <div className={draft.isChanged ? 'line wrap save-bar is-changed' : 'line wrap save-bar'}>
      <Button type="submit" variant={draft.isChanged ? 'primary' : 'outline'} disabled={!isReady || isPending}>
        {isPending ? words.saving : (label ?? words.save)}
      </Button>
      {draft.isChanged && !isPending ? (
        <Button variant="plain" onClick={draft.clear}>
          {words.discard}
        </Button>
      ) : null}
      <span className="quiet" role="status">
        {isSaved && !draft.isChanged ? words.saved : ''}
      </span>
    </div>
  )
}

interface SaveFormProps extends Pick<SaveBarProps, 'label'> {
  readonly form: SaveBarProps['draft'] & { readonly error: unknown }
}

/** The end of a form: its refusal, and what saves or resets it. */
export const SaveForm = ({ form, ...rest }: SaveFormProps) => (
  <>
    <Refusal error={form.conflicts.length > 0 ? null : form.error} />
    <SaveBar draft={form} {...rest} />
  </>
)
