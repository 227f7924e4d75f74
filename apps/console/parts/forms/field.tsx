import CircleAlert from 'lucide-react/icons/circle-alert'
import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'
import { useFieldError } from './form.tsx'

interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode
  /** Its fault; else the server's fault for its name. */
  readonly wrong?: string | undefined
}

interface TextFieldProps extends FieldProps, InputHTMLAttributes<HTMLInputElement> {
  /** The unit of an amount, before it; its label or hint contains it too. */
  readonly unit?: string | undefined
}

/** A label, the field, its hint, and its fault. */
export const TextField = ({ label, hint, wrong, unit, ...input }: TextFieldProps) => (
  <Labelled label={label} hint={hint} wrong={wrong} of={input}>
    {(own) =>
      unit === undefined ? (
        <input className="input" {...own} {...input} />
      ) : (
        <span className="with-unit">
          <span aria-hidden="true">{unit}</span>
          <input className="input" {...own} {...input} />
        </span>
      )
    }
  </Labelled>
)

export const TextArea = ({ label, hint, wrong, ...area }: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) => (
  <Labelled label={label} hint={hint} wrong={wrong} of={area}>
    {(own) => <textarea className="area input" dir="auto" {...own} {...area} />}
  </Labelled>
)

export const SelectField = ({
  label,
  hint,
  wrong,
  ...select
}: FieldProps & SelectHTMLAttributes<HTMLSelectElement>) => (
  <Labelled label={label} hint={hint} wrong={wrong} of={select}>
    {(own) => <select className="input" {...own} {...select} />}
  </Labelled>
)

interface LabelledProps {
  readonly label: string
  readonly hint: ReactNode
  readonly wrong: string | undefined
  readonly of: Pick<InputHTMLAttributes<HTMLInputElement>, 'name' | 'type'>
  readonly children: (own: {
    readonly id: string
    readonly 'aria-invalid': boolean
    readonly 'aria-describedby': string | undefined
  }) => ReactNode
}

const Labelled = ({ label, hint, wrong, of: { name, type }, children }: LabelledProps) => {
  const id = useId()
  const serverFault = useFieldError(name, type)
  const why = wrong ?? serverFault
  const belowId = (why ?? hint) === undefined ? undefined : `${id}-below`
  return (
    <div className={why === undefined ? 'field' : 'field wrong'}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': why !== undefined, 'aria-describedby': belowId })}
      {why === undefined ? null : (
        <span className="why" id={belowId} role="alert">
          <CircleAlert className="i" aria-hidden="true" />
          {why}
        </span>
      )}
      {why !== undefined || hint === undefined ? null : (
        <span className="hint" id={belowId}>
          {hint}
        </span>
      )}
    </div>
  )
}
