/**
 * SQL for a row of a table with a `name_key`, the name regardless of capitals and of how accents are composed, that has
 * the name in the parameter. Rows that shared a name before keys existed have no key, except the oldest.
 */
export const hasName = (parameter: string): string =>
  `(name_key = name_key_of(:${parameter}) or (name_key is null and name_key_of(name) = name_key_of(:${parameter})))`
