// People's texts for a cell without a value.
const blanks = new Set(
  '- -- --- — – . / ? x n/a na n.a n.a. none (none) null (null) nil unknown (unknown) k.a. k.a keine keins ohne nan undefined empty s/n s.o. #n/a http:// https:// www. www http https'.split(
    ' ',
  ),
)

/** Whether a cell of an address, a website or a country says that there is none. */
export const blankCell = (text: string): boolean => {
  const plain = text.trim().toLowerCase()
  return plain === '' || blanks.has(plain)
}
