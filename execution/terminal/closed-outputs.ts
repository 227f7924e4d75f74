/** Which sessions on a connection have a client whose own reader no longer exists, as in `ssh … | head`. */
export interface ClosedOutputs {
  /** Takes the lines from ssh2's option `debug`: only these report a request without an event. */
  readonly debug: (line: string) => void
  /** Calls `listener` when the client closes the output of the session whose request is handled now. */
  onClosed(listener: () => void): void
}

const request = /^\[[\d.]+\] Inbound: CHANNEL_REQUEST \(r:(\d+), (eow@openssh\.com\)$)?/

/** Watches one connection. Source: PROTOCOL of OpenSSH, section 2.1 (eow@openssh.com). */
export const watchClosedOutputs = (): ClosedOutputs => {
  const listeners = new Map<string, () => void>()
  let current: string | undefined
  return {
    debug: (line) => {
      const [, channel, isEndOfWrite] = request.exec(line) ?? []
      if (channel === undefined) return
      current = channel
      if (isEndOfWrite) listeners.get(channel)?.()
    },
    onClosed: (listener) => {
      if (current !== undefined) listeners.set(current, listener)
    },
  }
}
