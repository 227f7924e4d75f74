import { settingOf, type Setting, type SettingWords } from './kinds.ts'

const headerPattern = /^[a-z0-9!#$%&'*+.^_|~-]+$/i

/** Headers as `name=value`, separated by commas. They can hold a password, so no message repeats them. */
export const httpHeaders = (words: SettingWords): Setting<Readonly<Record<string, string>>> => ({
  ...settingOf(words, {}),
  secret: true,
  accepts: 'headers separated by commas, such as authorization=Bearer abc, x-team=ours',
  read: (text) => {
    const pairs = text.split(',').map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, Math.max(at, 0)).trim().toLowerCase(), pair.slice(at + 1).trim()] as const
    })
    const isGood = pairs.every(
      ([header, value]) => headerPattern.test(header) && /^[\x21-\x7e][\x20-\x7e]*$/.test(value),
    )
    return isGood ? { value: Object.fromEntries(pairs) } : { wrong: 'not a list of headers' }
  },
})

/** A secret that callers show: long enough that it cannot be guessed. */
export const sharedSecret = (words: SettingWords): Setting<string | undefined> => ({
  ...settingOf(words, undefined),
  secret: true,
  accepts: 'at least 16 letters, digits or signs without a space, as `openssl rand -hex 32` makes them',
  read: (text) => (/^[\x21-\x7e]{16,500}$/.test(text) ? { value: text } : { wrong: 'too short, or has a space in it' }),
})
