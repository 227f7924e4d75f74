import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { SandboxDriver } from '../../../execution/sandbox/index.ts'
import { openLeads } from './import-list.ts'
import { withList } from './read-list.ts'
import { encodingOf } from './encodings.ts'

/** The leads of a list: for each row its address or domain, or why it is refused. */
const leadsOf = async (bytes: Buffer | string, chunk = 7) => {
  const whole = Buffer.from(bytes)
  const pieces = Array.from({ length: Math.ceil(whole.length / chunk) }, (_none, at) =>
    whole.subarray(at * chunk, (at + 1) * chunk),
  )
  return withList(
    { sandboxes: {} as SandboxDriver },
    Readable.from(pieces),
    { workspace: 'workspace', listId: 'list', signal: new AbortController().signal, inSandbox: (work) => work() },
    async ({ rows, encoding }) => {
      const reader = openLeads(undefined)
      const read = (await Array.fromAsync(rows)).flatMap((row) => reader.push(row))
      const all = [...read, ...reader.end()]
      return {
        encoding,
        leads: all.map(({ lead }) => (typeof lead === 'string' ? lead : (lead.address ?? lead.domain))),
        values: all.map(({ lead }) => (typeof lead === 'string' ? {} : Object.fromEntries(lead.values))),
        domains: all.map(({ lead }) => (typeof lead === 'string' ? '' : lead.domain)),
        consents: all.map(({ lead }) => typeof lead === 'object' && lead.hasConsent),
        notices: all.flatMap(({ row, lead, hasOpenQuote }) => [
          ...(typeof lead === 'string' ? [] : lead.notices.map(({ notice }) => `${row} ${notice}`)),
          ...(hasOpenQuote ? [`${row} quote_not_closed`] : []),
        ]),
      }
    },
  )
}
const sample = (name: string) => readFile(join(import.meta.dirname, 'samples', name))

test('French words for consent count if they mean yes', async () => {
  const { leads, consents } = await leadsOf(await sample('consent-french.csv'))
  expect(leads).toHaveLength(6)
  expect(consents).toEqual([false, false, true, true, false, false])
})

test.each([
  ['title-semicolon.csv', ['no_address_or_domain', 'ada@kunde-a.example', 'bob@kunde-b.example']],
  ['google-contacts.csv', ['ada@gc-a.example']],
  ['outlook.csv', ['ada@ol-a.example']],
  ['hubspot-two-mails.csv', ['ada@hs-a.example', 'bob@hs-b.example']],
  ['cp850.csv', ['ada@cp-a.example']],
  [
    'open-quote.csv',
    'ada@oq-a bob@oq-b cid@oq-c dee@oq-d eve@oq-e fay@oq-f'.split(' ').map((address) => `${address}.example`),
  ],
])('%s has the leads %j', async (name, leads) => {
  expect((await leadsOf(await sample(name))).leads).toEqual(leads)
})

test('exports of other programs keep country, role and letters', async () => {
  expect((await leadsOf(await sample('outlook.csv'))).values[0]).toMatchObject({ role: 'CTO', country: 'Germany' })
  expect((await leadsOf(await sample('cp850.csv'))).values[0]).toMatchObject({ company: 'Müller Größe' })
})

test('a quotation mark that is not closed takes no row with it, and its row is marked', async () => {
  const { values, notices } = await leadsOf(await sample('open-quote.csv'))
  expect(values.map(({ company }) => company)).toEqual([
    'A GmbH',
    'B GmbH',
    'C "Best" GmbH',
    'D GmbH',
    'E GmbH',
    'F GmbH',
  ])
  expect(notices).toEqual(['2 quote_not_closed'])
})

test('an invalid website is left out, and the address stays', async () => {
  const { leads, domains, notices } = await leadsOf(await sample('no-website.csv'))
  expect(leads.filter((lead) => !lead.includes('.example'))).toEqual([])
  expect(domains).toEqual('abcdefghij'.split('').map((letter) => `nw-${letter}.example`))
  expect(notices).toEqual([])
  expect(await leadsOf('email,website\nada@a.example,to be done\n,to be done')).toMatchObject({
    leads: ['ada@a.example', 'bad_domain'],
    notices: ['2 website_left_out'],
  })
})

const header =
  'Name,Given Name,Family Name,E-mail 1 - Type,E-mail 1 - Value,E-mail 2 - Type,E-mail 2 - Value,Website 1 - Value'

// The second column is the public report of the kind.
test.each([
  ['a link', 'Qowaiv#76', 'email\nmailto:ada@a.example', ['ada@a.example']],
  ['a name and a link', 'Qowaiv#76', 'email\nAda Lovelace <mailto:ada@a.example>', ['ada@a.example']],
  ['a name', 'buttondown/roadmap#1271', 'email\n"""Ada L"" <ada@a.example>"', ['ada@a.example']],
  ['two addresses', 'django-import-export#981', 'id,email\n1,ada@a.example;eve@a.example', ['ada@a.example']],
  ['two lines', 'mysociety/alaveteli#7652', 'id,email\n1,"ada@a.example\neve@a.example"', ['ada@a.example']],
  ['three parts', 'owncloud-archive/contacts#820', 'id,email\n1,ada@a.example ::: eve@a.example', ['ada@a.example']],
  ['one within', 'validator.js#940', 'email\nada\u200b@a.example', ['ada@a.example']],
  ['a line for Excel', 'PowerShell#7776', 'sep=,\nemail,name\nada@a.example,Ada', ['ada@a.example']],
  ['the same, of pipes', 'vscode_rainbow_csv#108', 'sep=|\nemail|name\nada@a.example|Ada, L', ['ada@a.example']],
  [
    'the second address of Google',
    'owncloud-archive/contacts#785',
    `${header}\nA B,A,B,,,Home,ab@a.example,`,
    ['ab@a.example'],
  ],
  ['an empty website', 'TinyToolTown#528', 'email,website\nada@a.example,https://', ['ada@a.example']],
  [
    'a mark in a cell of many rows',
    'OpenRefine#690',
    'email;name\nada@a.example;"Ada\neve@a.example;Eve "the" E\nb@a.example;"',
    ['ada@a.example', 'eve@a.example', 'b@a.example'],
  ],
  [
    'a mark that no other closes',
    'node-csv-parse#273',
    'email,name\nada@a.example,"def\neve@a.example,Eve',
    ['ada@a.example', 'eve@a.example'],
  ],
  [
    'rows within marks',
    'sqlitebrowser#542',
    'email,name\nada@a.example,"Ada\neve@a.example,Eve\nb@a.example,B"',
    ['ada@a.example', 'eve@a.example', 'b@a.example'],
  ],
  ['a note of lines', 'own', 'email,notes\nada@a.example,"Write to ada@a.example,\nplease, today"', ['ada@a.example']],
  ['a mixed script', 'own', 'email\nada@\u0435xample.com', ['bad_address']],
  ['a mixed script of a website', 'own', 'website\n\u0430pple.example', ['bad_domain']],
  ['a header in mail', 'own', 'email\n"ada@a.example\r\nBcc: eve@a.example"', ['bad_address']],
  [
    'old line ends',
    'akvo-lumen#359',
    'email;name\rada@a.example;Ada\reve@a.example;Eve',
    ['ada@a.example', 'eve@a.example'],
  ],
  [
    'a title that names a column',
    'own',
    'Company list, spring\nE-mail;Company\nada@a.example;A',
    ['no_address_or_domain', 'ada@a.example'],
  ],
  [
    'UTF-16 without a mark',
    'genspark-ai/genoffice#438',
    Buffer.from('会社,email\r\n株式会社山田製作所東京営業所第一課,t@a.example\r\n', 'utf16le'),
    ['t@a.example'],
  ],
  [
    'commas in a list of semicolons',
    'TablePress#198',
    'Export 1,2,3,4\nE-mail;Name\nada@a.example;L, Ada, B, C\neve@a.example;M, Eve, B, C',
    ['no_address_or_domain', 'ada@a.example', 'eve@a.example'],
  ],
])('reads the leads of a cell or list with %s (%s)', async (_what, _report, text, leads) => {
  expect((await leadsOf(text)).leads).toEqual(leads)
  expect((await leadsOf(text, 1_000)).leads).toEqual(leads)
})

test.each([
  ['macintosh', 'Name;E-mail\nS\xeatio Mo\x8da;ada@a.example', 'Sítio Moça'.replace('í', 'Í')],
  ['macintosh', 'Name;E-mail\nGr\x9a\xa7e Mo\x8da;ada@a.example', 'Größe Moça'],
  ['cp850', 'Name;E-mail\nJ\x81rgen Gr\x94\xe1e;ada@a.example', 'Jürgen Größe'],
  ['windows-1252', 'Name;E-mail\nJ\xfcrgen Gr\xf6\xdfe \x96 L\x92Or\xe9al;ada@a.example', 'Jürgen Größe – L’Oréal'],
])('a list in %s is known by its letters (charlock_holmes#98)', async (encoding, text, name) => {
  const bytes = Buffer.from(text, 'latin1')
  expect(encodingOf(bytes)).toBe(encoding)
  expect((await leadsOf(bytes)).values[0]).toMatchObject({ name })
})

test('rows of a list in two encodings are each read in theirs, and a row with both is refused', async () => {
  const row = (name: string, encoding: 'utf8' | 'latin1', address: string) => [
    Buffer.from(name, encoding),
    Buffer.from(`,${address}@a.example\n`),
  ]
  const bytes = Buffer.concat([
    Buffer.from('name,email\n'),
    ...row('Café', 'utf8', 'ada'),
    ...row('Müller', 'latin1', 'eve'),
    Buffer.from('Caf\u00e9 '),
    ...row('Müller', 'latin1', 'both'),
  ])
  expect(await leadsOf(bytes)).toMatchObject({
    leads: ['ada@a.example', 'eve@a.example', 'encoding'],
    values: [{ name: 'Café' }, { name: 'Müller' }, {}],
  })
})

test('blank words are blank in each column, but for names that are written as names', async () => {
  const { values } = await leadsOf(await sample('null-words.csv'))
  const people = ['NULL', '#N/A', String.raw`\N`, 'undefined', '-'].map(() => undefined)
  expect(values.map(({ firstName }) => firstName)).toEqual([...people, 'Nina'])
  expect(values.at(-1)!.company).toBeUndefined()
  const named = await leadsOf(
    'Email,First name,Last name,Company,Notes\na@a.example,Nan,Null,X,(none)\nb@b.example,nan,null,n/a,--\n',
  )
  expect(named.values).toMatchObject([{ firstName: 'Nan', lastName: 'Null', company: 'X' }, {}])
  expect(named.values.map((one) => Object.keys(one).length)).toEqual([4, 1])
})

test('a profile of a network is no website of a company: the address or the next column names it', async () => {
  const { domains, notices } = await leadsOf(
    'Email,Website,URL\na@a.example,https://www.linkedin.com/in/a,\nb@b.example,de.linkedin.com/in/b,c.example\nc@c.example,bit.ly/x,https://m.facebook.com/y\nd@d.example,notlinkedin.com,\n,https://linkedin.com/in/e,\n',
  )
  expect(domains).toEqual(['a.example', 'c.example', 'c.example', 'notlinkedin.com', 'linkedin.com'])
  expect(notices).toEqual(['2 website_left_out', '4 website_left_out'])
})
