/** SQL as the driver of PostgreSQL takes it. */
export type NumberedSql = ReturnType<typeof numberParameters>

// Texts with a colon that begins no parameter: strings, quoted names, comments, casts. Brackets are followed.
const tokens = new RegExp(
  [
    /(?<!\w)[eE]'(?:[^'\\]|\\.|'')*'/, // 'it\'s'
    /'(?:[^']|'')*'/,
    /"(?:[^"]|"")*"/,
    /--.*/,
    /\/\*[\s\S]*?\*\//,
    /\$(?<tag>[A-Za-z_]*)\$[\s\S]*?\$\k<tag>\$/,
    /::/,
    /(?<number>\$\d+)/,
    /:(?<name>[a-z]\w*)/,
    /(?<bracket>[[\]()])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/**
 * Translates `:name` to PostgreSQL's `$n`. Strings, comments, casts and array slices stay as they are; a parameter
 * within a subscript is written in parentheses. Throws if the text has numbers of its own.
 */
export const numberParameters = (text: string) => {
  const names: string[] = []
  const open: string[] = []
  const translated = text.replace(tokens, (token: string, ...rest: unknown[]) => {
    const { name, number, bracket } = rest.at(-1) as Record<string, string | undefined>
    if (number) throw new Error(`${number} in a statement: give the parameter a name, as in :name`)
    if (bracket) follow(open, bracket, text.slice(0, rest.at(-3) as number))
    if (!name || open.at(-1) === 'subscript') return token
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  return {
    /** The SQL with `$1`, `$2` … in the place of the names. */
    text: translated,
    /** The parameters in the order of their numbers; each once, however often it is written. */
    names,
  }
}

/** Follows which brackets are open: `a[1:n]` has a slice; `array[:a, :b]` and parentheses have parameters. */
const follow = (open: string[], bracket: string, before: string) => {
  if (bracket === ')' || bracket === ']') open.pop()
  else if (bracket === '(') open.push('parentheses')
  else
    open.push(
      /\barray\s*$/i.test(before) || (open.at(-1) === 'array' && /[[,]\s*$/.test(before)) ? 'array' : 'subscript',
    )
}
