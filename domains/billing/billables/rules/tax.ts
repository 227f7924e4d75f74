/** Categories of EN 16931 (UNTDID 5305): the legal reason of a rate, which a rate of zero does not have. */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const
export type TaxCategory = (typeof taxCategories)[number]

export interface Tax {
  readonly category: TaxCategory
  /** In hundredths of a percent. */
  readonly rateBps: number
  /** Why no tax is asked for. */
  readonly reason: string | null
}
export interface TaxClass extends Tax {
  readonly name: string
}

export const rateMostBps = 10_000

type Fault = 'name_twice' | 'needs_rate' | 'takes_no_rate' | 'needs_reason' | 'takes_no_reason'

/** The fault of each tax class, by its place in the list (BR-S-05 to BR-O-10). */
export const faultsIn = (classes: readonly TaxClass[]): { readonly at: number; readonly fault: Fault }[] =>
  classes.flatMap((one, at) => {
    const isTwice = classes.findIndex(({ name }) => name === one.name) !== at
    const fault = isTwice ? 'name_twice' : faultOf(one)
    return fault ? [{ at, fault }] : []
  })

const withoutReason: readonly TaxCategory[] = ['S', 'Z']

const faultOf = ({ category, rateBps, reason }: TaxClass): Fault | undefined => {
  if (category === 'S' && rateBps === 0) return 'needs_rate'
  if (category !== 'S' && rateBps !== 0) return 'takes_no_rate'
  if (withoutReason.includes(category)) return reason === null ? undefined : 'takes_no_reason'
  return reason === null ? 'needs_reason' : undefined
}

/** Rates in hundredths of a percent, by the name of the tax class. */
export type Rates = Readonly<Record<string, number>>

/**
 * The tax of a class: as the workspace defines it, or class S with the given rate. An undefined class is S with a rate
 * above zero, and Z with zero. `no_rate` without any rate, `contradicts` if the category cannot have the given rate.
 */
export const taxOf = (name: string, classes: readonly TaxClass[], rates: Rates): Tax | 'no_rate' | 'contradicts' => {
  const given = Object.hasOwn(rates, name) ? rates[name] : undefined
  const defined = classes.find((one) => one.name === name)
  if (!defined)
    return given === undefined ? 'no_rate' : { category: given > 0 ? 'S' : 'Z', rateBps: given, reason: null }
  const { category, rateBps, reason } = defined
  const rate = given ?? rateBps
  return (category === 'S') === rate > 0 ? { category, rateBps: rate, reason } : 'contradicts'
}
