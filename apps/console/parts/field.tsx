import CircleAlert from 'lucide-react/icons/circle-alert'
import { useId, type InputHTMLAttributes, type SelectHTMLAttributes, type TextareaHTMLAttributes } from 'react'

interface FieldProps {
  readonly label: string
  readonly hint?: string
  /** What is wrong with it. */
  readonly wrong?: string | undefined
}

/** A label, the field, what helps to fill it in, and what is wrong with it. */
export const TextField = ({ label, hint, wrong, ...input }: FieldProps & InputHTMLAttributes<HTMLInputElement>) => {
  const id = useId()
  return (
    <div className={wrong === undefined ? 'field' : 'field wrong'}>
      <label htmlFor={id}>{label}</label>
      <input id={id} className="input" {...described(id, hint, wrong)} {...input} />
      <Below id={id} hint={hint} wrong={wrong} />
    </div>
  )
}

export const TextArea = ({ label, hint, wrong, ...area }: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) => {
  const id = useId()
  return (
    <div className={wrong === undefined ? 'field' : 'field wrong'}>
      <label htmlFor={id}>{label}</label>
      <textarea id={id} className="area input" dir="auto" {...described(id, hint, wrong)} {...area} />
      <Below id={id} hint={hint} wrong={wrong} />
    </div>
  )
}

export const SelectField = ({
  label,
  hint,
  wrong,
  ...select
}: FieldProps & SelectHTMLAttributes<HTMLSelectElement>) => {
  const id = useId()
  return (
    <div className={wrong === undefined ? 'field' : 'field wrong'}>
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" {...described(id, hint, wrong)} {...select} />
      <Below id={id} hint={hint} wrong={wrong} />
    </div>
  )
}

const described = (id: string, hint: string | undefined, wrong: string | undefined) => ({
  'aria-invalid': wrong !== undefined,
  ...((hint ?? wrong) !== undefined && { 'aria-describedby': `${id}-below` }),
})

const Below = ({ id, hint, wrong }: Pick<FieldProps, 'hint' | 'wrong'> & { readonly id: string }) => {
  if (wrong !== undefined) {
    return (
      <span className="why" id={`${id}-below`} role="alert">
        <CircleAlert className="i" aria-hidden="true" />
        {wrong}
      </span>
    )
  }
  if (hint === undefined) return null
  return (
    <span className="hint" id={`${id}-below`}>
      {hint}
    </span>
  )
}
