/** The places of a template. */
export const placeholders = ['firstName', 'lastName', 'name', 'company', 'role', 'domain', 'bookingUrl'] as const
type Placeholder = (typeof placeholders)[number]
export type Values = Readonly<Partial<Record<Placeholder, string>>>

/** Values for a mail that is looked at, before there is a lead. */
export const exampleValues: Values = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  name: 'Ada Lovelace',
  company: 'Example Ltd',
  role: 'CTO',
  domain: 'example.com',
  bookingUrl: 'https://example.com/book',
}

/** The values of a lead for the places of a template, from its known facts. */
export const leadValues = (
  factOf: (field: Exclude<Placeholder, 'domain' | 'bookingUrl'>) => string | undefined,
  { domain, bookingUrl }: { readonly domain: string; readonly bookingUrl: string | null },
): Values => {
  const known = (['firstName', 'lastName', 'name', 'company', 'role'] as const).flatMap((field) => {
    const value = factOf(field)
    return value ? [[field, value] as const] : []
  })
  return { ...Object.fromEntries(known), domain, ...(bookingUrl !== null && { bookingUrl }) }
}

const place = /\{\{\s{0,20}([^{}|]{0,100}?)\s{0,20}(?:\|([^{}]{0,2000}))?\}\}/g

/** Names in a template that are no placeholder. */
export const unknownPlaceholders = (text: string): readonly string[] =>
  [...text.matchAll(place)].map(([, name]) => name!).filter((name) => !placeholders.some((one) => one === name))

/** The template with its places filled in; or the first place without a value and without words of its own. */
export const fill = (text: string, values: Values): { readonly text: string } | { readonly missing: string } => {
  const missing = [...text.matchAll(place)].find(
    ([, name, otherwise]) => valueOf(values, name!) === undefined && otherwise === undefined,
  )
  if (missing) return { missing: missing[1]! }
  return {
    text: text.replaceAll(
      place,
      (_all, name: string, otherwise?: string) => valueOf(values, name) ?? otherwise!.trim(),
    ),
  }
}

const valueOf = (values: Values, name: string) =>
  placeholders.some((one) => one === name) ? values[name as Placeholder] : undefined
