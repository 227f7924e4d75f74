interface OptionsProps<Value extends string> {
  readonly of: readonly Value[]
  readonly names: Readonly<Record<Value, string>>
}

/** The options of a choice among words. */
export const Options = <Value extends string>({ of, names }: OptionsProps<Value>) =>
  of.map((value) => (
    <option key={value} value={value}>
      {names[value]}
    </option>
  ))

interface NamedOptionsProps {
  readonly of: readonly { readonly id: string; readonly name: string }[]
}

/** The options of a choice among things with a name. */
export const NamedOptions = ({ of }: NamedOptionsProps) =>
  of.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
