import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { failed } from '../failure.ts'
import type { Seeding } from './seeding.ts'
import { until } from './until.ts'

/** The token of the link to a page in the newest letter to an address, once the letter is in the outbox. */
export const tokenInLetter = async (
  { dataFolder, session: { signal } }: Seeding,
  { address, page }: { readonly address: string; readonly page: string },
): Promise<string> => {
  const awaited = `a letter to ${address} in ${join(dataFolder, 'outbox')}; a server with ATELIER_SMTP_URL has none`
  const text = await until(() => newestLetter(join(dataFolder, 'outbox'), address, page), {
    signal,
    awaited,
    mostMs: 60_000,
  })
  const token = new RegExp(`/${page}[^\\s#]*#([^\\s]+)`).exec(text)?.[1]
  if (token === undefined) throw failed('seed_no_link', `The letter to ${address} has no link to the page ${page}.`)
  return token
}

const newestLetter = async (outbox: string, address: string, page: string) => {
  const names = (await readdir(outbox).catch(() => [])).filter((name) => !name.startsWith('.'))
  for (const name of names.sort().toReversed()) {
    const { to, text = '' } = await PostalMime.parse(await readFile(join(outbox, name)))
    if (to?.some((one) => one.address === address) && text.includes(`/${page}`)) return text
  }
  return undefined
}
