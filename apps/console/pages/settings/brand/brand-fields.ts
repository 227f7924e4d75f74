import type { getWorkspaceBrandKit } from '../../../../../domains/accounts/brand/contract.ts'
import { paletteOf as paletteOfDraft } from '../../../../../domains/accounts/brand/rules.ts'
import type { Hex, Palette } from '../../../../../domains/accounts/brand/rules/color.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

export type Kit = Reply<typeof getWorkspaceBrandKit>
type Draft = Kit['draft']

export const colorNames = ['primary', 'accent', 'background', 'text'] as const
export type ColorName = (typeof colorNames)[number]
export const fontNames = ['heading', 'body'] as const
export const textNames = ['name', 'slug', 'tagline', 'website', 'supportEmail'] as const
export type TextName = (typeof textNames)[number]

/** The fields of a brand as a form holds them; an empty text means no value. */
export type Fields = Readonly<Record<TextName | ColorName | (typeof fontNames)[number], string>>

/** The form of a draft that is saved. */
export const fieldsOf = ({ colors, fonts, ...draft }: Draft): Fields => ({
  ...(Object.fromEntries(textNames.map((name) => [name, draft[name] ?? ''])) as Record<TextName, string>),
  ...(Object.fromEntries(colorNames.map((name) => [name, colors?.[name] ?? ''])) as Record<ColorName, string>),
  heading: fonts?.heading ?? '',
  body: fonts?.body ?? '',
})

const orNull = (text: string) => text.trim() || null

/** A color as people type one: `2451c7` and `#FC0` too. Undefined for an invalid value. */
export const hexOf = (typed: string): Hex | undefined => {
  const digits = typed.trim().replace(/^#/, '').toLowerCase()
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`
  return /^[0-9a-f]{3}$/.test(digits) ? `#${Array.from(digits, (digit) => digit + digit).join('')}` : undefined
}

/** The whole draft with the typed values, to be saved over that revision; pictures stay as they are. */
export const draftOf = (saved: Draft, fields: Fields): Draft => ({
  ...saved,
  ...Object.fromEntries(textNames.map((name) => [name, orNull(fields[name])])),
  colors: Object.fromEntries(colorNames.map((name) => [name, hexOf(fields[name]) ?? null])),
  fonts: { heading: orNull(fields.heading), body: orNull(fields.body) },
})

/** Typed texts that are not colors. */
export const badColors = (fields: Fields): ColorName[] =>
  colorNames.filter((name) => fields[name].trim() !== '' && hexOf(fields[name]) === undefined)

/** The effective colors with the typed values, by the rule that the server publishes with. */
export const paletteOf = (fields: Fields): Palette =>
  paletteOfDraft({
    colors: Object.fromEntries(
      colorNames.flatMap((name) => {
        const hex = hexOf(fields[name])
        return hex === undefined ? [] : [[name, hex]]
      }),
    ),
  })
