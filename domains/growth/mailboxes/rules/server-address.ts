interface ServerAddress {
  readonly host: string
  readonly port: number
  readonly tls: 'implicit' | 'required'
}

// Ports on which TLS begins with STARTTLS. Source: RFC 8314.
const byStartTls = [143, 587, 2525]

/** A server as a person writes it, such as `mail.example.com` or `mail.example.com:587`; undefined for anything else. */
export const serverAddressOf = (text: string, usualPort: number): ServerAddress | undefined => {
  const [, host, written] = /^([^\s:/@]{1,253})(?::(\d{1,5}))?$/.exec(text.trim()) ?? []
  const port = written === undefined ? usualPort : Number(written)
  if (host === undefined || port < 1 || port > 65_535) return undefined
  return { host, port, tls: byStartTls.includes(port) ? 'required' : 'implicit' }
}
