import { isIP } from 'node:net'
import {
  addressesOf,
  dollars,
  settingOf,
  partsOf,
  readList,
  valuesByName,
  wholeNumber,
  type Setting,
  type SettingWords,
} from './kinds.ts'

const keysByName = <Name extends string>(names: readonly Name[], words: SettingWords) =>
  valuesByName(words, {
    names,
    called: 'keys',
    example: `${names[0]}=0123abcd`,
    isValue: (value) => /^[\x21-\x7e]{1,10000}$/.test(value),
  })

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Amounts of US dollars by id, as integer micro-dollars. */
const amountsById = (words: SettingWords): Setting<ReadonlyMap<string, number>> => ({
  ...settingOf(words, new Map()),
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

/** Addresses of DNS servers, each with a port if it is not 53. */
const dnsServers = (words: SettingWords): Setting<readonly string[]> => ({
  ...settingOf(words, []),
  accepts: 'IP addresses separated by commas, such as 10.0.0.53, 127.0.0.1:5353, [fd00::53]:53',
  read: (value) => readList(partsOf(value), 'DNS servers', isDnsServer),
})

const isDnsServer = (text: string) => {
  const [, six, four, port = '53'] = /^(?:\[([^\]]+)\]|([0-9.]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  return isIP(six ?? four ?? text) !== 0 && Number(port) <= 65_535
}

/** Web search and web pages for agents. */
export const web = {
  addresses: addressesOf(['tavily', 'exa', 'brave', 'firecrawl'], 'firecrawl=https://firecrawl.example.com', [
    'ATELIER_WEB_PROVIDERS',
    'Addresses in the place of the public ones of web providers, such as a Firecrawl of your own; a private one has to be among ATELIER_FETCH_PRIVATE_HOSTS too.',
  ]),
  crawlPages: wholeNumber({ min: 0, max: 100_000_000, absent: 1_000 }, [
    'ATELIER_CRAWL_PAGES',
    'Pages that the built-in crawler may read for each workspace in a month; 0 reads none.',
  ]),
}

/** By whom clients pay. */
export const payments = {
  addresses: addressesOf(['stripe', 'adyen'], 'stripe=https://stripe.example.com', [
    'ATELIER_PAYMENT_PROVIDERS',
    'Addresses in the place of the public ones of payment providers, such as that of a proxy; a private one has to be among ATELIER_FETCH_PRIVATE_HOSTS too.',
  ]),
}

/** Where invoices are handed over to networks. */
export const accessPoints = {
  addresses: addressesOf(['e-invoice-be-test', 'e-invoice-be-live'], 'e-invoice-be-test=https://peppol.example.com', [
    'ATELIER_ACCESS_POINTS',
    'Addresses in the place of the public ones of access points, each for test or live connections, such as that of a proxy; a private one has to be among ATELIER_FETCH_PRIVATE_HOSTS too.',
  ]),
}

const dataProviderNames = ['hunter', 'apollo', 'peopledatalabs', 'zerobounce', 'neverbounce', 'dropcontact'] as const

/** Providers of data on companies and people, and who pays for them. */
export const growth = {
  addresses: addressesOf(dataProviderNames, 'hunter=https://hunter.example.com', [
    'ATELIER_DATA_PROVIDERS',
    'Addresses in the place of the public ones of providers of company data, such as that of a proxy; a private one has to be among ATELIER_FETCH_PRIVATE_HOSTS too.',
  ]),
  keys: keysByName(dataProviderNames, [
    'ATELIER_DATA_PROVIDER_KEYS',
    'Keys of this instance for providers of company data. Workspaces without a key of their own use them, within their free credit or their plan.',
  ]),
  freeMicros: dollars(
    [
      'ATELIER_GROWTH_FREE_CREDIT',
      'What each workspace without a plan may spend in a month on look-ups with the keys of this instance, in US dollars.',
    ],
    0,
  ),
  plans: amountsById([
    'ATELIER_GROWTH_PLANS',
    'Workspaces with a plan, by id, and what each may spend in a month on look-ups with the keys of this instance, in US dollars.',
  ]),
  dnsServers: dnsServers([
    'ATELIER_GROWTH_DNS',
    'DNS servers that are asked about the mail of a domain, in the place of those of the system.',
  ]),
}

const mailProviderNames = ['google', 'microsoft'] as const

/** Where mailboxes of outreach are connected. */
export const mailboxes = {
  addresses: addressesOf(mailProviderNames, 'google=https://accounts.example.com', [
    'ATELIER_MAILBOX_PROVIDERS',
    'Addresses in the place of the public ones where people agree to the use of their mailbox; a private one has to be among ATELIER_FETCH_PRIVATE_HOSTS too.',
  ]),
  clientIds: keysByName(mailProviderNames, [
    'ATELIER_MAILBOX_CLIENT_IDS',
    'Ids under which this instance is registered at providers of mailboxes. People connect mailboxes only of those.',
  ]),
  clientSecrets: keysByName(mailProviderNames, [
    'ATELIER_MAILBOX_CLIENT_SECRETS',
    'The secrets that belong to ATELIER_MAILBOX_CLIENT_IDS.',
  ]),
}
