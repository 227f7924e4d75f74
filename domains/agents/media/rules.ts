/** The made or understood media. */
export const mediaKinds = ['images', 'speech', 'transcription', 'image_analysis', 'video_analysis'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** The role of a file in the thing that it belongs to. */
export const fileRoles = ['image', 'sound', 'source', 'text', 'words'] as const
export type FileRole = (typeof fileRoles)[number]

/** Formats in which sound is made. */
export const speechFormats = ['mp3', 'wav'] as const

/** Formats in which the times of a transcription are written. */
export const subtitleFormats = ['vtt', 'srt'] as const

/** The name of the program that the operator has set up for speech. */
export const localModel = 'local'

const words: Readonly<Record<string, number>> = { square: 1, landscape: 1.5, portrait: 2 / 3 }
const mostApart = 4

/** Width by height of a text such as `16:9` or `portrait`; undefined for a text or shape that no model makes. */
export const ratioOf = (text: string): number | undefined => {
  const plain = text.trim().toLowerCase()
  if (Object.hasOwn(words, plain)) return words[plain]
  const [, width, height] = /^(\d{1,5})\s?[:x/×]\s?(\d{1,5})$/.exec(plain) ?? []
  const ratio = Number(width) / Number(height)
  return ratio >= 1 / mostApart && ratio <= mostApart ? ratio : undefined
}

const unfit = /[\p{C}\p{Zl}\p{Zp}\s]+/gu

/** How a text begins, as people recognize it in a list; null for one without letters. */
export const titleOf = (text: string): string | null => {
  const plain = text.replaceAll(unfit, ' ').trim().slice(0, 120).toWellFormed().trim()
  return plain === '' ? null : plain
}

/** Codes by which endpoints refuse a request under their content rules. */
const moderation = ['content_policy_violation', 'moderation_blocked', 'content_filter', 'safety_violations']

export const isModeration = (code: string | undefined): boolean => code !== undefined && moderation.includes(code)

// The slowest speech that models make, in UTF-16 units, and the extra time at both ends.
const charsPerSecondLeast = 4
const pauseSecondsMost = 5

/** Seconds that the sound of a text has at most. */
export const spokenSecondsMost = (text: string): number =>
  Math.ceil(text.length / charsPerSecondLeast) + pauseSecondsMost
