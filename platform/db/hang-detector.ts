import { newClient } from './connection.ts'
import { DatabaseSilent } from './unavailable.ts'

const lookEveryMs = 1_000
const suspectMs = 2_000
const probeMs = 3_000

/** Distinguishes a database that hangs from a database that works on a long statement. */
export type HangDetector = ReturnType<typeof detectHangs>

/**
 * Where work is under way and no connection has brought anything for 2 s, a new connection asks `select 1`. Without an
 * answer within 3 s the database hangs: `onHang` is called once, work is refused at once, and the question is
 * repeated until it is answered. An error of the database is an answer too.
 */
export const detectHangs = (url: string, onHang: () => void) => {
  let underWay = 0
  let heardAtMs = performance.now()
  let isSilent = false
  let isAsking = false
  const heard = () => void (heardAtMs = performance.now())
  const look = async () => {
    const askedAtMs = performance.now()
    const isSuspect = isSilent || (underWay > 0 && askedAtMs - heardAtMs >= suspectMs)
    if (isAsking || !isSuspect) return
    isAsking = true
    const answered = (await isAnswered(url)) || heardAtMs > askedAtMs
    isAsking = false
    if (!answered && !isSilent) onHang()
    isSilent = !answered
    if (answered) heard()
  }
  const looking = setInterval(() => void look().catch(() => undefined), lookEveryMs).unref()
  return {
    /** Work that waits for the database begins. Throws DatabaseSilent while the database is known to hang. */
    begin: () => {
      if (isSilent) throw new DatabaseSilent()
      if (underWay === 0) heard()
      underWay += 1
    },
    end: () => {
      underWay -= 1
    },
    /** Work is under way, and no answer came for longer than the database's own sign of life takes. */
    isQuiet: () => isSilent || (underWay > 0 && performance.now() - heardAtMs >= suspectMs + 2 * lookEveryMs),
    /** Some connection brought an answer. */
    heard,
    close: () => clearInterval(looking),
  }
}

const isAnswered = async (url: string): Promise<boolean> => {
  const client = newClient({
    connectionString: url,
    application_name: 'atelier probe',
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
  })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    return !isSilence(error as NodeJS.ErrnoException)
  } finally {
    client.end().catch(() => undefined)
  }
}

// EAGAIN: as many connections as the listening socket holds wait to be accepted already.
const isSilence = ({ code = '', message }: NodeJS.ErrnoException) =>
  code === 'ETIMEDOUT' || code === 'EAGAIN' || message === 'timeout expired' || message === 'Query read timeout'
