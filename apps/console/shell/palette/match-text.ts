const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

interface Searchable {
  readonly name: string
  readonly note?: string
  readonly also?: string
}

/**
 * The things whose name, note or other words have every word of a text, in any case and with any accents: first those whose name
 * begins with it or whose note has it as a word, then those with a word that begins so, each in the order that was
 * given.
 */
export const matching = <Thing extends Searchable>(things: readonly Thing[], text: string): Thing[] => {
  const sought = plain(text.trim())
  if (sought === '') return [...things]
  const words = sought.split(/\s+/)
  const ranks = things.flatMap((thing) => {
    const name = plain(thing.name)
    const note = plain(thing.note ?? '')
    const whole = `${name} ${note} ${plain(thing.also ?? '')}`
    if (!words.every((word) => whole.includes(word))) return []
    return [
      {
        thing,
        rank:
          name.startsWith(sought) || note.split(' ').includes(sought) ? 0 : ` ${name}`.includes(` ${sought}`) ? 1 : 2,
      },
    ]
  })
  return ranks.toSorted((a, b) => a.rank - b.rank).map(({ thing }) => thing)
}

/** A name cut at the text in it: before, in and behind. */
export const cutAt = (name: string, text: string): readonly [string, string, string] => {
  const sought = text.trim().toLowerCase()
  const at = sought === '' ? -1 : name.toLowerCase().indexOf(sought)
  if (at === -1) return [name, '', '']
  return [name.slice(0, at), name.slice(at, at + sought.length), name.slice(at + sought.length)]
}
