import { Link, useSearchParams } from 'react-router'
import { withParam } from '../../paths.ts'

interface SegmentsProps<Name extends string> {
  readonly label: string
  /** The parameter of the address that holds the choice; the first name is meant if it is absent. */
  readonly param: string
  readonly names: Readonly<Record<Name, string>>
  readonly chosen: Name
  /** How many rows each choice has, where there are any; left out while that is not known. */
  readonly counts?: Readonly<Record<Name, number>> | undefined
}

/** The choice that an address names; by default the first. */
export const useChoice = <Name extends string>(param: string, names: readonly [Name, ...Name[]]): Name => {
  const [query] = useSearchParams()
  return names.find((one) => one === query.get(param)) ?? names[0]
}

/** How many rows each choice has. */
export const countBy = <Name extends string>(
  names: readonly Name[],
  countOf: (name: Name) => number,
): Readonly<Record<Name, number>> =>
  Object.fromEntries(names.map((name) => [name, countOf(name)])) as Record<Name, number>

/** One of a few, side by side; the choice is in the address. */
export const Segments = <Name extends string>({ label, param, names, chosen, counts }: SegmentsProps<Name>) => {
  const [query] = useSearchParams()
  return (
    <div className="seg" role="group" aria-label={label}>
      {(Object.entries(names) as [Name, string][]).map(([name, text]) => (
        <Link key={name} to={withParam(query, param, name)} replace aria-current={name === chosen || undefined}>
          {text}
          {counts && counts[name] > 0 ? <span className="quiet num">{counts[name]}</span> : null}
        </Link>
      ))}
    </div>
  )
}
