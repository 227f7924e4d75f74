/** SQL: whether a text in the form of `searched_name()` has all words of `:patterns`, anywhere in it. */
export const hasWords = (text: string): string => `${text} like all (:patterns::text[])`

/** The patterns of `hasWords` for words as `search_terms()` returns them: letters, digits, marks and underscores. */
export const patternsOf = (words: readonly string[]): readonly string[] =>
  words.map((word) => `%${word.replaceAll('_', '\\_')}%`)
