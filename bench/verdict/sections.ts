/** A part of a file of cases: `-- word: name --` and the lines below it. */
export interface Section {
  readonly word: string
  readonly name: string
  readonly text: string
}

export interface Parts {
  readonly fields: ReadonlyMap<string, string>
  /** The text between the fields and the first section. */
  readonly words: string
  readonly sections: readonly Section[]
}

const heading = /^-- ([a-z]+): (.+) --\n/m

/** Reads fields, an empty line, words, and sections. Throws a sentence that names `place`. */
export const readParts = (place: string, text: string): Parts => {
  const [head = '', ...rest] = text.split(heading)
  const [fieldLines = '', ...words] = head.split('\n\n')
  return {
    fields: new Map(
      fieldLines
        .trim()
        .split('\n')
        .map((line) => fieldOf(place, line)),
    ),
    words: words.join('\n\n').trim(),
    sections: Array.from({ length: rest.length / 3 }, (_none, at) => ({
      word: rest[at * 3]!,
      name: rest[at * 3 + 1]!,
      text: rest[at * 3 + 2]!.replace(/\s+$/, '\n').replace(/^\n$/, ''),
    })),
  }
}

const fieldOf = (place: string, line: string): [string, string] => {
  const at = line.indexOf(': ')
  if (at === -1) throw new Error(`${place} has a line that is no field: “${line}”`)
  return [line.slice(0, at), line.slice(at + 2)]
}

/** The value of a field; throws a sentence where it is missing. */
export const needField = (place: string, { fields }: Parts, name: string): string => {
  const value = fields.get(name)
  if (value === undefined) throw new Error(`${place} has no field “${name}”`)
  return value
}
