const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
// Names of country groups, and of no country.
const noCountries = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']

/** The countries by their two letters, with their names in a language, in the order of the names. */
export const countriesIn = (language: string): readonly { readonly id: string; readonly name: string }[] => {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const { compare } = new Intl.Collator(language)
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((id) => {
      const name = names.of(id)
      // A former country has the letters of its successor.
      const isCurrent = new Intl.Locale(`und-${id}`).region === id
      return name === undefined || !isCurrent || noCountries.includes(id) ? [] : [{ id, name }]
    })
    .toSorted((one, other) => compare(one.name, other.name))
}
