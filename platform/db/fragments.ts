/**
 * SQL that matches a row by the name in the parameter through its `name_key`, regardless of capitals and composed
 * accents. Rows that shared a name before keys existed have no key, except the oldest.
 */
export const hasName = (parameter: string): string =>
  `(name_key = name_key_of(:${parameter}) or (name_key is null and name_key_of(name) = name_key_of(:${parameter})))`

/** SQL: whether a text in the form of `searched_name()` has all words of `:patterns`, anywhere in it. */
export const hasWords = (text: string): string => `${text} like all (:patterns::text[])`

/** The patterns of `hasWords` for words as `search_terms()` returns them: letters, digits, marks and underscores. */
export const patternsOf = (words: readonly string[]): readonly string[] =>
  words.map((word) => `%${word.replaceAll('_', '\\_')}%`)

/**
 * An order of rows of many workspaces, in SQL: the first row of each workspace, then the second of each. Rows of a
 * workspace are in `order`, so that a limit does not take all rows from the largest workspace.
 */
export const inTurns = (workspaceId: string, order: string): string =>
  `row_number() over (partition by ${workspaceId} order by ${order}), ${order}`
