import { addressNow } from './address-now.ts'
import type { ReadPart } from '../../api/use-pages.ts'
import { useNavigate, useSearchParams } from 'react-router'
import { withParam } from '../../paths.ts'
import { useCoreWords } from '../../words/core/index.ts'
import { useTotalText } from '../list/use-total-text.ts'

interface OptionsProps<Value extends string | number> {
  readonly of: readonly Value[]
  /** What people read in the place of the values. */
  readonly names?: Readonly<Record<Value, string>>
}

/** The options of a choice among words. */
export const Options = <Value extends string | number>({ of, names }: OptionsProps<Value>) =>
  of.map((value) => (
    <option key={value} value={value}>
      {names?.[value] ?? value}
    </option>
  ))

interface NamedOptionsProps extends Partial<Pick<ReadPart, 'cutAt'>> {
  readonly of: readonly { readonly id: string; readonly name: string }[]
}

/** The options of a choice among things with a name; the last one shows that only the first things are read. */
export const NamedOptions = ({ of, cutAt }: NamedOptionsProps) => {
  const words = useCoreWords()
  const totalText = useTotalText()
  return (
    <>
      {of.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {cutAt === undefined ? null : <option disabled>{words.firstOf(totalText(cutAt))}</option>}
    </>
  )
}

interface AddressChoiceProps extends NamedOptionsProps {
  /** The parameter of the address that has the id; absent while all are meant. */
  readonly param: string
  readonly label: string
  readonly all: string
  readonly className?: string
}

/** One of several things, or all of them; the choice is in the address. */
export const AddressChoice = ({ param, label, all, className = '', of, cutAt }: AddressChoiceProps) => {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  return (
    <select
      className={`input ${className}`}
      aria-label={label}
      value={query.get(param) ?? ''}
      onChange={({ target }) => void navigate(withParam(addressNow(), param, target.value), { replace: true })}
    >
      <option value="">{all}</option>
      <NamedOptions of={of} cutAt={cutAt} />
    </select>
  )
}
