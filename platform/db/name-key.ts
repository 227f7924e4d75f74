/**
 * SQL that matches a row by the name in the parameter through its `name_key`, regardless of capitals and composed
 * accents. Rows that shared a name before keys existed have no key, except the oldest.
 */
export const hasName = (parameter: string): string =>
  `(name_key = name_key_of(:${parameter}) or (name_key is null and name_key_of(name) = name_key_of(:${parameter})))`
