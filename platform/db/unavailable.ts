import { NoTurn } from '../waiting/index.ts'
import { StartRefusal } from '../configuration/refusal.ts'

/** The database's host answers, but its processes are stopped, or the network loses the messages. */
export class DatabaseSilent extends Error {
  constructor() {
    super('The database has stopped answering')
  }
}

/** The connection was lost after COMMIT had been sent: the transaction may or may not have taken place. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('The connection to the database was lost during a commit', { cause })
  }
}

const systemCodes = /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAGAIN)$/
// Class 08: connection exceptions. 57P01 to 57P03: shut down, crashed, starting. 53300: too many connections.
// 25P03: the transaction was idle for too long, as that of a process that was frozen.
const sqlState = /^(08...|57P0[123]|53300|25P03)$/
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/

/** True if an error means that a server (usually the database) cannot be reached, not that a statement was wrong. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  return namesDatabase(error) || isOfSystem(error)
}

const namesDatabase = (error: Error) =>
  error instanceof DatabaseSilent ||
  error instanceof OutcomeUnknown ||
  error instanceof NoTurn ||
  sqlState.test((error as { code?: string }).code ?? '') ||
  messages.test(error.message)

const isOfSystem = (error: Error) => {
  const { code = '', syscall = '' } = error as { code?: string; syscall?: string }
  return ['connect', 'read', 'write'].includes(syscall) && systemCodes.test(code)
}

const connectionErrors = new WeakSet<Error>()
/** Marks an error as a database connection error, and returns it. */
export const ofDatabase = (error: unknown): unknown => {
  if (error instanceof Error) connectionErrors.add(error)
  return error
}

/** Whether the database cannot be reached. An error of the system, which any connection may have, counts if it is the database's. */
export const isDatabaseAway = (error: Error): boolean =>
  namesDatabase(error) || (connectionErrors.has(error) && isUnavailable(error))

// 55P03: no lock in time. 57014: the statement took too long. 40001, 40P01: it lost against another transaction.
const busyStates = new Set(['55P03', '57014', '40001', '40P01'])

/** True if an error means that the database was too busy for this transaction, which may succeed when it is repeated. */
export const isBusy = (error: unknown): boolean => busyStates.has((error as { code?: string } | undefined)?.code ?? '')

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
