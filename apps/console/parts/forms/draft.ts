/** A person's unsaved changes of a form: their values, and the value of each field when they began. */
export interface Draft<Fields> {
  readonly base: Partial<Fields>
  readonly mine: Partial<Fields>
}

export const noDraft = { base: {}, mine: {} }

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const without = <Fields>(part: Partial<Fields>, field: keyof Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(part).filter(([name]) => name !== field)) as Partial<Fields>

/** The draft after one field was changed; a value that is saved already is no change. */
export const withField = <Fields extends object, Field extends keyof Fields>(
  { base, mine }: Draft<Fields>,
  saved: Fields,
  field: Field,
  value: Fields[Field],
): Draft<Fields> => {
  if (same(value, saved[field])) return theirs({ base, mine }, field)
  return { base: field in mine ? base : { ...base, [field]: saved[field] }, mine: { ...mine, [field]: value } }
}

/** Fields that another person saved with another value than the value typed here. */
export const conflictsOf = <Fields extends object>({ base, mine }: Draft<Fields>, saved: Fields): (keyof Fields)[] =>
  (Object.keys(mine) as (keyof Fields)[]).filter(
    (field) => !same(base[field], saved[field]) && !same(mine[field], saved[field]),
  )

/** The draft once their value was taken. */
export const theirs = <Fields extends object>({ base, mine }: Draft<Fields>, field: keyof Fields): Draft<Fields> => ({
  base: without(base, field),
  mine: without(mine, field),
})

/** The draft once its own value was kept, in the knowledge of theirs. */
export const ours = <Fields extends object>(
  { base, mine }: Draft<Fields>,
  saved: Fields,
  field: keyof Fields,
): Draft<Fields> => ({ base: { ...base, [field]: saved[field] }, mine })
