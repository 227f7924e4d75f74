import { Link, useSearchParams } from 'react-router'
import { withParam } from '../paths.ts'

interface SegmentsProps<Name extends string> {
  readonly label: string
  /** The parameter of the address that holds the choice; the first name is meant where it is absent. */
  readonly param: string
  readonly names: Readonly<Record<Name, string>>
  readonly chosen: Name
}

/** The choice that an address names; the first one where it names none. */
export const useChoice = <Name extends string>(param: string, names: readonly [Name, ...Name[]]): Name => {
  const [query] = useSearchParams()
  return names.find((one) => one === query.get(param)) ?? names[0]
}

/** One of a few, side by side; the choice is in the address. */
export const Segments = <Name extends string>({ label, param, names, chosen }: SegmentsProps<Name>) => {
  const [query] = useSearchParams()
  return (
    <div className="seg" role="group" aria-label={label}>
      {(Object.entries(names) as [Name, string][]).map(([name, text]) => (
        <Link key={name} to={withParam(query, param, name)} replace aria-current={name === chosen || undefined}>
          {text}
        </Link>
      ))}
    </div>
  )
}
