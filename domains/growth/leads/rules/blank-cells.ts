// People's texts for a cell without a value.
const blanks = new Set(
  '- -- --- — – . / ? x n/a na n.a n.a. none (none) null (null) nil unknown (unknown) k.a. k.a keine keins ohne nan undefined empty \\n (empty) (blank) leer (leer) s/n s.o. #n/a http:// https:// www. www http https'.split(
    ' ',
  ),
)

/** True if a cell of an address, a website or a country means no value. */
export const blankCell = (text: string): boolean => {
  const plain = text.trim().toLowerCase()
  return plain === '' || blanks.has(plain)
}

// Blank words that are names of people or companies too: as a name is written they are kept.
const names = new Set(['x', 'na', 'nan', 'nil', 'null', 'none', 'ohne', 'leer', 'http', 'https', 'www'])

/** True if a cell of words, such as a name or a company, means no value. */
export const blankWord = (text: string): boolean => {
  const word = text.trim()
  return blankCell(word) && !(names.has(word.toLowerCase()) && /^\p{Lu}\p{Ll}{0,8}$/u.test(word))
}
