import { isIP } from 'node:net'
import type { Setting } from './kinds.ts'

type SettingWords = readonly [name: string, sentence: string]

const parts = (value: string) => value.split(/[\s,]+/).filter((one) => one !== '')

/** Keys by name, separated by spaces or commas. */
export const keysByName = <Name extends string>(
  [name, sentence]: SettingWords,
  names: readonly Name[],
): Setting<Readonly<Partial<Record<Name, string>>>> => ({
  name,
  sentence,
  secret: true,
  absent: {} as Partial<Record<Name, string>>,
  fallback: 'none',
  accepts: `keys of ${names.join(', ')}, such as ${names[0]}=0123abcd`,
  read: (value) => {
    const found: Partial<Record<Name, string>> = {}
    for (const pair of parts(value)) {
      const [, named = '', key = ''] = /^([a-z]+)=([\x21-\x7e]{1,10000})$/.exec(pair) ?? []
      const known = names.find((one) => one === named)
      if (!known) return { wrong: 'not a list of keys by name' }
      found[known] = key
    }
    return { value: found }
  },
})

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Amounts of US dollars by id, as integer micro-dollars. */
export const amountsById = ([name, sentence]: SettingWords): Setting<ReadonlyMap<string, number>> => ({
  name,
  sentence,
  absent: new Map(),
  fallback: 'none',
  accepts: 'amounts by id, such as 019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11=250, separated by commas',
  read: (value) => {
    const found = new Map<string, number>()
    for (const pair of parts(value)) {
      const [, id, amount] = new RegExp(`^(${uuid})=(\\d{1,6}(?:\\.\\d{1,6})?)$`).exec(pair.toLowerCase()) ?? []
      if (id === undefined) return { wrong: `not a list of amounts by id (“${pair.slice(0, 100)}”)` }
      found.set(id, Math.round(Number(amount) * 1_000_000))
    }
    return { value: found }
  },
})

/** Addresses of DNS servers, each with a port where it is not 53. */
export const dnsServers = ([name, sentence]: SettingWords): Setting<readonly string[]> => ({
  name,
  sentence,
  absent: [],
  fallback: 'none',
  accepts: 'IP addresses separated by commas, such as 10.0.0.53, 127.0.0.1:5353, [fd00::53]:53',
  read: (value) => {
    const servers = parts(value)
    const odd = servers.find((one) => {
      const [, six, four, port = '53'] = /^(?:\[([^\]]+)\]|([0-9.]+))(?::(\d{1,5}))?$/.exec(one) ?? []
      return isIP(six ?? four ?? one) === 0 || Number(port) > 65_535
    })
    return odd === undefined ? { value: servers } : { wrong: `not a list of DNS servers (“${odd}”)` }
  },
})
