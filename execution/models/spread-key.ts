import { type Beginning, beginningOf } from './key-beginning.ts'
import { secretFromChars } from './key-forms.ts'
import { type Leaf, leavesOf } from './leaves.ts'
import { cutOut, placesOf, type Range } from './without-key.ts'

export interface SpreadKeySearch {
  /** Events that may go on: those come later in which a key may have begun. */
  take(events: readonly string[]): string[]
  /** What is left at the end of the stream. */
  end(): string[]
}

interface Held {
  readonly data: string
  readonly value: unknown
  readonly cuts: Map<Leaf, Range[]>
}

/** A text that events give in pieces; `parts` says which characters of its end are of which leaf. */
interface Channel {
  text: string
  parts: { readonly held: Held; readonly leaf: Leaf; readonly start: number; readonly from: number }[]
  last: string
  begun: Beginning | undefined
}

const heldCharactersMost = 256 * 1024
// Ids and names come again with each event and are no pieces of a text; two escapes may be alike.
const repeated = /^[^\\%]{6,}$/

/**
 * Takes the key out of the texts that the events of a stream give in pieces, where no event holds all of it. Texts are
 * told apart by where they stand in their event. Its first three characters may have gone on when it is found.
 */
export const spreadKeySearch = (apiKey: string | undefined): SpreadKeySearch => {
  if (!apiKey || apiKey.length < secretFromChars) return { take: (events) => [...events], end: () => [] }
  const keptCharacters = Math.max(1_024, apiKey.length * 24)
  const channels = new Map<string, Channel>()
  let queue: Held[] = []
  const add = (held: Held, leaf: Leaf) => {
    const channel = channels.get(leaf.channel) ?? { text: '', parts: [], last: '', begun: undefined }
    channels.set(leaf.channel, channel)
    if (!channel.begun && leaf.text === channel.last && repeated.test(leaf.text)) return
    channel.last = leaf.text.length < 1_024 ? leaf.text : ''
    append(channel, held, leaf, leaf.text.slice(0, keptCharacters), 0)
    search(apiKey, channel)
    if (leaf.text.length > keptCharacters) {
      const from = leaf.text.length - keptCharacters
      Object.assign(channel, { text: '', parts: [] })
      append(channel, held, leaf, leaf.text.slice(from), from)
    }
    trim(channel, keptCharacters)
    channel.begun = beginningOf(apiKey, channel.text)
  }
  const release = () => {
    const ready = queue.map(shown)
    queue = []
    return ready
  }
  return {
    take: (events) => {
      for (const data of events) {
        const held: Held = { data, value: valueOf(data), cuts: new Map() }
        queue.push(held)
        for (const leaf of leavesOf(held.value)) add(held, leaf)
      }
      const begun = [...channels.values()].filter((channel) => channel.begun)
      if (begun.length === 0) return release()
      if (queue.reduce((sum, { data }) => sum + data.length, 0) < heldCharactersMost) return []
      begun.forEach(cutBeginning)
      return release()
    },
    end: () => {
      // A stream that was cut in the middle of a key would give most of it away.
      for (const channel of channels.values())
        if ((channel.begun?.characters ?? 0) >= secretFromChars) cutBeginning(channel)
      return release()
    },
  }
}

const append = (channel: Channel, held: Held, leaf: Leaf, text: string, from: number) => {
  channel.parts.push({ held, leaf, start: channel.text.length, from })
  channel.text += text
}

const search = (apiKey: string, channel: Channel) => {
  const found = placesOf(apiKey, channel.text)
  for (const range of found) cut(channel, range)
  const end = Math.max(0, ...found.map((range) => range.end))
  if (end > 0) trim(channel, channel.text.length - end)
}

const cutBeginning = (channel: Channel) => {
  if (channel.begun) cut(channel, { start: channel.begun.start, end: channel.text.length })
  Object.assign(channel, { text: '', parts: [], begun: undefined })
}

/** Notes a range of the channel's text in each leaf that has a part of it. */
const cut = ({ text, parts }: Channel, range: Range) => {
  for (const [at, { held, leaf, start, from }] of parts.entries()) {
    const end = parts[at + 1]?.start ?? text.length
    const [first, last] = [Math.max(start, range.start), Math.min(end, range.end)]
    if (first >= last) continue
    const cuts = held.cuts.get(leaf) ?? []
    held.cuts.set(leaf, [...cuts, { start: first - start + from, end: last - start + from }])
  }
}

/** Keeps the last characters of the channel's text. */
const trim = (channel: Channel, characters: number) => {
  const gone = channel.text.length - characters
  if (gone <= 0) return
  channel.text = channel.text.slice(gone)
  const kept = channel.parts.findLastIndex(({ start }) => start <= gone)
  channel.parts = channel.parts.slice(Math.max(0, kept)).map((part) => {
    const lost = Math.max(0, gone - part.start)
    return { ...part, start: part.start + lost - gone, from: part.from + lost }
  })
}

const shown = ({ data, value, cuts }: Held): string => {
  if (cuts.size === 0) return data
  for (const [leaf, ranges] of cuts) leaf.write(cutOut(leaf.text, ranges))
  return JSON.stringify(value)
}

const valueOf = (data: string): unknown => {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}
