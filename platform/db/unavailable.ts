const systemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])
// Class 08: connection exceptions. 57P01 to 57P03: shut down, crashed, starting. 53300: too many connections.
// 25P03: the transaction was idle for too long, as that of a process that was frozen.
const sqlState = /^(08...|57P0[123]|53300|25P03)$/
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether an error says that the database cannot be reached, rather than that a statement was wrong. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  const { code, syscall } = error as { code?: string; syscall?: string }
  if (code && sqlState.test(code)) return true
  return (syscall === 'connect' || syscall === 'read' || syscall === 'write') && systemCodes.has(code ?? '')
    ? true
    : messages.test(error.message)
}
