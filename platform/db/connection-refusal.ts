import { StartRefusal } from '../configuration/refusal.ts'

const advice: Record<string, string> = {
  ENOTFOUND: 'no machine of this name is known. Check the host in DATABASE_URL',
  ECONNREFUSED: 'nothing listens there. Start the database, or check host and port in DATABASE_URL',
  ENOENT: 'there is no such socket. Start the database, or check the host in DATABASE_URL',
  ETIMEDOUT: 'no answer came in time. Check the host in DATABASE_URL and the network to it',
  '28P01': 'the password is not accepted. Check user and password in DATABASE_URL',
  '28000': 'this user may not enter. Check the user in DATABASE_URL and the access rules of the database',
  '3D000': 'there is no database of this name. Create it, or check the name in DATABASE_URL',
  '53300': 'it has no connection left. Raise its max_connections, or lower ATELIER_DATABASE_CONNECTIONS',
}

/** The sentence for a database that cannot be reached: names the address without its password. */
export const connectionRefusal = (url: string, error: unknown): StartRefusal => {
  const { code = '', message } = error as Error & { code?: string }
  const why = advice[code] ?? `${message.replace(/\.$/, '') || code}. Check DATABASE_URL`
  return new StartRefusal(`The database at ${addressOf(url)} cannot be used: ${why}.`, { cause: error })
}

const addressOf = (url: string) => {
  if (!URL.canParse(url)) return 'DATABASE_URL'
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? decodeURIComponent(hostname)}${port && `:${port}`}${pathname}`
}
