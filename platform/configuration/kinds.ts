import { isAbsolute } from 'node:path'
import { isIP } from 'node:net'

/** One setting: its name, its meaning, and how its text becomes a value. */
export interface Setting<Value> {
  readonly name: string
  /** One sentence for the operator; docs/configuration.md shows it. */
  readonly sentence: string
  /** The default as the page shows it. */
  readonly fallback: string
  readonly absent: Value
  /** The accepted values, as the end of a sentence: “Use …”. */
  readonly accepts: string
  /** True for a value that no message may repeat. */
  readonly secret?: boolean
  /** Parses a value; `wrong` is the reason for an invalid text, after “which is ”. */
  readonly read: (text: string) => { readonly value: Value } | { readonly wrong: string }
}

export type SettingWords = readonly [name: string, sentence: string]

/** The common part of a setting; its page shows `none` as the default unless `fallback` differs. */
export const settingOf = <Absent>([name, sentence]: SettingWords, absent: Absent) => ({
  name,
  sentence,
  absent,
  fallback: 'none',
})

/** Reads a list whose parts `isPart` accepts; `listed` names the parts in the message about the first other text. */
export const readList = (
  parts: readonly string[],
  listed: string,
  isPart: (part: string) => boolean,
): ReturnType<Setting<readonly string[]>['read']> => {
  const odd = parts.find((part) => !isPart(part))
  return odd === undefined ? { value: parts } : { wrong: `not a list of ${listed} (“${odd}”)` }
}

export const text = <Absent extends string | undefined = undefined>(
  words: SettingWords,
  absent?: Absent,
): Setting<string | Absent> => ({
  ...settingOf(words, absent as Absent),
  fallback: absent ?? 'none',
  accepts: 'any text',
  read: (value) => ({ value }),
})

export const secretText = (words: SettingWords): Setting<string | undefined> => ({ ...text(words), secret: true })

interface Range {
  readonly min: number
  readonly max: number
  readonly absent: number
  /** Shown instead of `absent` if the default depends on the machine. */
  readonly fallback?: string
  /** Factor from the written unit to the unit of the result: 1000 for seconds that become milliseconds. */
  readonly scale?: number
}

/** A whole number in a range; `absent` is in the written unit too. */
export const wholeNumber = (
  { min, max, absent, fallback, scale = 1 }: Range,
  words: SettingWords,
): Setting<number> => ({
  ...settingOf(words, absent * scale),
  fallback: fallback ?? String(absent),
  accepts: `${min} to ${max}`,
  read: (value) => {
    if (!/^-?\d+$/.test(value)) return { wrong: Number.isFinite(Number(value)) ? 'not a whole number' : 'not a number' }
    const number = Number(value)
    return number >= min && number <= max ? { value: number * scale } : { wrong: 'out of range' }
  },
})

export const oneOf = <const Value extends string, Absent extends Value | undefined = undefined>(
  { values, absent, fallback }: { values: readonly Value[]; absent?: Absent; fallback?: string },
  words: SettingWords,
): Setting<Value | Absent> => ({
  ...settingOf(words, absent as Absent),
  fallback: fallback ?? absent ?? 'none',
  accepts: `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`,
  read: (value) => {
    const found = values.find((one) => one === value)
    return found ? { value: found } : { wrong: 'not one of its values' }
  },
})

export const onOff = (absent: boolean, words: SettingWords): Setting<boolean> => {
  const { read, ...rest } = oneOf({ values: ['on', 'off'], absent: absent ? 'on' : 'off' }, words)
  return {
    ...rest,
    absent,
    read: (value) => {
      const found = read(value)
      return 'value' in found ? { value: found.value === 'on' } : found
    },
  }
}

/** As `onOff`, where something else decides when it is not set. */
export const onOffUnset = (fallback: string, words: SettingWords): Setting<boolean | undefined> => ({
  ...onOff(false, words),
  absent: undefined,
  fallback,
})

const microsPerDollar = 1_000_000

/** US dollars with up to six digits after the point, as integer micro-dollars. */
export const dollars = <Absent extends number | undefined = undefined>(
  words: SettingWords,
  absent?: Absent,
): Setting<number | Absent> => ({
  ...settingOf(words, absent as Absent),
  fallback: absent === undefined ? 'none' : String(absent / microsPerDollar),
  accepts: 'US dollars such as 2.50, at most six digits after the point and 1000000 in all',
  read: (value) => {
    if (!/^\d{1,7}(\.\d{1,6})?$/.test(value)) return { wrong: 'not an amount' }
    const micros = Math.round(Number(value) * microsPerDollar)
    return micros <= 1_000_000 * microsPerDollar ? { value: micros } : { wrong: 'too much' }
  },
})

interface PricedModel {
  readonly model: string
  readonly price: { readonly inputMicrosPerMillion: number; readonly outputMicrosPerMillion: number }
}

/** Models with the prices of a million tokens of input and output, separated by commas or spaces. */
export const pricedModels = (words: SettingWords): Setting<readonly PricedModel[]> => ({
  ...settingOf(words, []),
  accepts: 'models with their prices, such as gpt-5-mini=0.25/2, separated by commas',
  read: (value) => {
    const found: PricedModel[] = []
    for (const one of partsOf(value)) {
      const [, model, input, output] =
        /^([^=]{1,200})=(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)$/.exec(one) ?? []
      if (!model) return { wrong: `not a list of models with prices (“${one.slice(0, 100)}”)` }
      const micros = (dollars?: string) => Math.round(Number(dollars) * microsPerDollar)
      found.push({ model, price: { inputMicrosPerMillion: micros(input), outputMicrosPerMillion: micros(output) } })
    }
    return { value: found }
  },
})

const hostPattern = /^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i

/** The parts of a list, separated by commas or spaces. */
export const partsOf = (value: string) => value.split(/[\s,]+/).filter((one) => one !== '')

/** Host names; `*.` means every name below, one of `words` hosts that are known elsewhere, `none` no host. */
export const hosts = (
  { words, absent }: { words: readonly string[]; absent: readonly string[] },
  setting: SettingWords,
): Setting<readonly string[]> => ({
  ...settingOf(setting, absent),
  fallback: absent.join(', '),
  accepts: `${words.join(', ')}, and host names such as packages.example.org, *.example.net, separated by commas; or none`,
  read: (value) => {
    const names = partsOf(value)
    if (names.length === 1 && names[0] === 'none') return { value: [] }
    const odd = names.find((one) => !hostPattern.test(one) && !words.includes(one))
    return odd === undefined
      ? { value: names.map((one) => one.toLowerCase()) }
      : { wrong: `not a list of host names (“${odd}”)` }
  },
})

export const absolutePath = (absent: string, words: SettingWords): Setting<string> => ({
  ...settingOf(words, absent),
  fallback: absent,
  accepts: `an absolute path, such as ${absent}`,
  read: (value) => (isAbsolute(value) ? { value } : { wrong: 'not an absolute path' }),
})

/** Absolute paths of folders, separated by colons. */
export const folders = (words: SettingWords): Setting<readonly string[]> => ({
  ...settingOf(words, []),
  accepts: 'absolute paths of folders, separated by colons, such as /opt/rust:/opt/pnpm',
  read: (value) =>
    readList(
      value.split(':').filter((one) => one !== ''),
      'absolute paths',
      isAbsolute,
    ),
})

interface NamedValues<Name extends string> {
  readonly names: readonly Name[]
  /** Their name in messages, and an example. */
  readonly called: string
  readonly example: string
  readonly isValue: (value: string) => boolean
}

/** Secret values by name, separated by spaces or commas. */
export const valuesByName = <Name extends string>(
  words: SettingWords,
  { names, called, example, isValue }: NamedValues<Name>,
): Setting<Readonly<Partial<Record<Name, string>>>> => ({
  ...settingOf(words, {} as Partial<Record<Name, string>>),
  secret: true,
  accepts: `${called} of ${names.join(', ')}, such as ${example}`,
  read: (value) => {
    const found: Partial<Record<Name, string>> = {}
    for (const pair of partsOf(value)) {
      const [, key = '', given = ''] = /^([a-z-]+)=(.+)$/.exec(pair) ?? []
      const known = names.find((one) => one === key)
      if (!known || !isValue(given)) return { wrong: `not a list of ${called} by name` }
      found[known] = given
    }
    return { value: found }
  },
})

/** Addresses by name, as `example` shows one. */
export const addressesOf = <Name extends string>(names: readonly Name[], example: string, words: SettingWords) =>
  valuesByName(words, {
    names,
    called: 'addresses',
    example,
    isValue: (value) => /^https?:\/\//.test(value) && URL.canParse(value),
  })

/** Networks of addresses, separated by commas or spaces; a single address is a network too. */
export const networks = (words: SettingWords): Setting<readonly string[]> => ({
  ...settingOf(words, []),
  accepts: 'addresses or networks separated by commas, such as 127.0.0.1, 10.0.0.0/8, fd00::/8',
  read: (value) => readList(partsOf(value), 'networks', isNetwork),
})

const isNetwork = (text: string) => {
  const [address = '', bits, ...rest] = text.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  return (
    isIP(address) !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  )
}

const hostAndPort = /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?$/i

/** Names or addresses of hosts, each with a port if only that port is meant, separated by commas or spaces. */
export const hostsWithPorts = (words: SettingWords): Setting<readonly string[]> => ({
  ...settingOf(words, []),
  accepts: 'hosts separated by commas, such as wiki.corp, 10.0.0.7:9000, [fd00::7]:8080',
  read: (value) => {
    const names = partsOf(value)
    const odd = names.find((one) => !hostAndPort.test(one))
    return odd === undefined
      ? { value: names.map((one) => one.toLowerCase()) }
      : { wrong: `not a list of hosts (“${odd}”)` }
  },
})

/** An address with one of `schemes`; `secret` if it can hold a password. */
export const address = (
  { schemes, example, ...rest }: { schemes: readonly string[]; example: string; secret?: boolean; fallback?: string },
  words: SettingWords,
): Setting<string | undefined> => ({
  ...settingOf(words, undefined),
  secret: false,
  ...rest,
  accepts: `an address such as ${example}`,
  read: (value) =>
    URL.canParse(value) && schemes.includes(new URL(value).protocol)
      ? { value }
      : { wrong: `not an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}` },
})

/** `https://name` or `http://name`, with a port if it is not the default port, and nothing behind it. */
export const origin = (words: SettingWords): Setting<string | undefined> => ({
  ...settingOf(words, undefined),
  fallback: 'the address that the server listens on',
  accepts: 'an address such as https://atelier.example.com',
  read: (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (!url || !['https:', 'http:'].includes(url.protocol))
      return { wrong: 'not an address that starts with https:// or http://' }
    const isBare =
      url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
    return isBare ? { value: url.origin } : { wrong: 'more than the address of a server' }
  },
})
