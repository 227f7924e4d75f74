import { isIP } from 'node:net'
import { partsOf, valuesByName, type Setting } from './kinds.ts'

type SettingWords = readonly [name: string, sentence: string]

/** Keys by name. */
export const keysByName = <Name extends string>(words: SettingWords, names: readonly Name[]) =>
  valuesByName(words, {
    names,
    called: 'keys',
    example: `${names[0]}=0123abcd`,
    isValue: (value) => /^[\x21-\x7e]{1,10000}$/.test(value),
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
    for (const pair of partsOf(value)) {
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
    const servers = partsOf(value)
    const odd = servers.find((one) => {
      const [, six, four, port = '53'] = /^(?:\[([^\]]+)\]|([0-9.]+))(?::(\d{1,5}))?$/.exec(one) ?? []
      return isIP(six ?? four ?? one) === 0 || Number(port) > 65_535
    })
    return odd === undefined ? { value: servers } : { wrong: `not a list of DNS servers (“${odd}”)` }
  },
})
