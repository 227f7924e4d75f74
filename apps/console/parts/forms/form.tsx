import {
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
  type FormHTMLAttributes,
  type SyntheticEvent,
} from 'react'
import { explainField, faultsAt, faultsIn, fieldErrorOf } from '../../errors.ts'
import { useCoreWords } from '../../words/core/index.ts'
import { focusInvalidField } from './focus-invalid-field.ts'

interface SentForm {
  /** Its refusal by the server. */
  readonly error?: unknown
  /** The names of its fields when it was sent: their paths in the body. */
  readonly names: readonly string[]
  /** Those that were changed after this error. */
  readonly changed: readonly string[]
}

const nothing: SentForm = { names: [], changed: [] }
const SentFormContext = createContext(nothing)

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  readonly error: unknown
  readonly onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
}

/** A form whose fields show the server's faults; the first has the focus. A `Refusal` has the rest. */
export const Form = ({ error, onSubmit, ...form }: FormProps) => {
  const element = useRef<HTMLFormElement>(null)
  const [sent, setSent] = useState(nothing)
  const changed = sent.error === error ? sent.changed : []
  useEffect(() => {
    const { activeElement, body } = document
    // A person who continued elsewhere stays there.
    const isHere = activeElement === body || element.current!.contains(activeElement)
    if (isHere && error != null) focusInvalidField(element.current!)
  }, [error])
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSent({ ...sent, names: [...new FormData(event.currentTarget).keys()] })
    onSubmit(event)
  }
  const change = ({ target }: SyntheticEvent) => {
    const { name } = target as HTMLInputElement
    if (error != null && name && !changed.includes(name)) setSent({ ...sent, error, changed: [...changed, name] })
  }
  return (
    <SentFormContext value={{ error, names: sent.names, changed }}>
      <form ref={element} noValidate onSubmit={submit} onInput={change} {...form} />
    </SentFormContext>
  )
}

/** The server's fault of the field of this name in the form around it, in words. */
export const useFieldError = (name: string | undefined, type: string | undefined): string | undefined => {
  const { rules, errors } = useCoreWords()
  const { error, names, changed } = useContext(SentFormContext)
  if (!name || changed.includes(name)) return undefined
  const said = fieldErrorOf(error, names, errors)
  return said?.name === name ? said.text : explainField(faultsAt(faultsIn(error), name), rules, type)
}

/** True if fields of the surrounding form show the whole error. */
export const useHasFieldError = (error: unknown): boolean => {
  const { errors } = useCoreWords()
  const form = useContext(SentFormContext)
  const faults = faultsIn(error)
  const isPlaced = faults.every((fault) => form.names.some((name) => faultsAt([fault], name).length > 0))
  const isSaid = fieldErrorOf(error, form.names, errors) !== undefined
  return error === form.error && (isSaid || (faults.length > 0 && isPlaced))
}
